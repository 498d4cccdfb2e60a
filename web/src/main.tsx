// The page begins: it is drawn, and listens for as long as it is open.
import { render } from 'preact';
import { App } from './app.tsx';
import { keepShell } from './shell.ts';
import { heedOtherTabs } from './state/drafts.ts';
import { keepFocus } from './state/focus.ts';
import { connect } from './state/live.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/pages.css';

const place = document.querySelector('#page');
if (place !== null) render(<App />, place);
heedOtherTabs();
keepFocus();
void connect(new AbortController().signal);
// A browser that keeps nothing is as good without.
void keepShell().catch(() => undefined);

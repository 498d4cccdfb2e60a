// What the link of `drover web` opens: it hands the link's secret in, keeps the page's key where only this page reads it, and goes on to the page.

/** What a person types for another link. */
const asks = 'drover web';

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Drover</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}code{font-family:ui-monospace,monospace}</style>
<main><h1>Drover</h1><p id="said" role="status"></p></main>
<script src="/sign-in.js"></script>
<noscript>The page needs JavaScript. 此页面需要 JavaScript。</noscript>
</html>
`;

const script = `'use strict';
const words = {
  en: {
    going: 'Signing you in …',
    none: 'This address signs nobody in. Ask for a link in your terminal: ${asks}',
    refused: 'This link was used already, or is older than a minute. Ask for another in your terminal: ${asks}',
    trouble: 'Drover did not answer. Ask for another link in your terminal: ${asks}',
  },
  zh: {
    going: '正在登录……',
    none: '此地址无法登录。请在终端中获取链接：${asks}',
    refused: '此链接已使用过，或已超过一分钟。请在终端中重新获取：${asks}',
    trouble: 'Drover 没有应答。请在终端中重新获取链接：${asks}',
  },
};
const language = navigator.language.startsWith('zh') ? 'zh' : 'en';
document.documentElement.lang = language;
const say = (word) => { document.getElementById('said').textContent = words[language][word]; };
const link = location.hash.slice(1);
// It stays neither in the address nor in what one goes back to.
history.replaceState(null, '', location.pathname);
async function enter() {
  say('going');
  const answer = await fetch('/v1/web/session', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ link }),
  });
  const reply = await answer.json();
  if (!reply.ok) return say('refused');
  localStorage.setItem('drover.key', reply.data.key);
  location.replace('/');
}
if (link === '') say('none');
else enter().catch(() => say('trouble'));
`;

export const signInFiles: ReadonlyMap<string, string> = new Map([
  ['/sign-in.html', html],
  ['/sign-in.js', script],
]);

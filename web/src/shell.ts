// What opens the page when the daemon is away. The first visit's own files were asked for before it was there: they are asked for once more, out of the browser's own store.
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ readonly to?: unknown }>) => {
    if (typeof data?.to === 'string') location.hash = data.to;
  });
  await navigator.serviceWorker.register('/shell.js');
  await navigator.serviceWorker.ready;
  const cache = await caches.open('drover-shell');
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  for (const { href } of files) if ((await cache.match(href)) === undefined) await cache.add(href);
  if ((await cache.match('/index.html')) === undefined) await cache.add('/index.html');
}

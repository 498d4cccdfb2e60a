// The page's own files, kept so that it opens without the daemon and says that it is stale. Nothing that is asked for is ever kept: what the page shows comes from the daemon or not at all.

const kept = 'drover-shell';
const start = '/index.html';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && (pathname === '/' || pathname === start)) event.respondWith(newestStart(request));
  else if (pathname.startsWith('/assets/') || /^\/icon[^/]*$/.test(pathname)) event.respondWith(file(request));
});

// Told by the daemon through the browser's push service: that somebody is asked, and where. Another page than this one is never opened.
self.addEventListener('push', (event) => {
  const { title = 'Drover', body = '', tag = '', silent = false, to = '#/' } = toldBy(event);
  const shown = {
    body,
    tag,
    silent,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { to },
    renotify: tag !== '' && !silent,
  };
  event.waitUntil(self.registration.showNotification(title, shown));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.to ?? '#/'));
});

function toldBy(event) {
  try {
    return event.data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Where the page is open already, there. */
async function openPage(to) {
  const place = /^#\/(?:question\/q\d+)?$/.test(to) ? to : '#/';
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open === undefined) return self.clients.openWindow(`/${place}`);
  open.postMessage({ to: place });
  return open.focus();
}

/** The daemon's; where it is another one than was kept, the files that belonged to the old one go. */
async function newestStart(request) {
  const cache = await caches.open(kept);
  const known = await cache.match(start);
  const told = await fetch(request).catch(() => null);
  if (told === null) return known ?? Response.error();
  if (!told.ok) return told;
  const text = await told.clone().text();
  if (text !== (await known?.text())) {
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(start, told.clone());
  }
  return told;
}

/** Its name says what is in it: what is kept is right. */
async function file(request) {
  const cache = await caches.open(kept);
  const known = await cache.match(request);
  if (known !== undefined) return known;
  const told = await fetch(request);
  if (told.ok) await cache.put(request, told.clone());
  return told;
}

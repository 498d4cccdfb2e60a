// The first request, on its way while the page's programs still come. Who has no cookie yet is refused, and asks again as a person.
globalThis.droverBoard = fetch('/v1/service.board', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-drover-page': localStorage.getItem('drover.key') ?? '' },
  body: '{}',
  credentials: 'same-origin',
});
globalThis.droverBoard.catch(() => undefined);

// How the fetch program says what failed.

export const fetchExit = { noCheckout: 10, remote: 20, checkout: 30 } as const;

/** At most so many signs, and then a sign that there was more. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;

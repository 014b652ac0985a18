/** Whether a text has the form of an email address of at most 254 characters (RFC 5321). Only a mail proves that the address exists. */
export const isEmail = (text: string): boolean =>
  /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text) && text.length <= 254

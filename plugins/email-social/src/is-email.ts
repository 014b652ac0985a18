/**
 * Whether a text is an email address that the gateway accepts: a valid email address of the HTML standard (ASCII only), with a dot in the domain, at
 * most 64 characters before the `@` and 254 in total (RFC 5321). Only a mail proves that the address exists.
 */
export const isEmail = (text: string): boolean =>
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(
    text,
  ) && text.length <= 254

/** Tells why the site's server refused, by its code: bodies of failed requests are not read. */
export const REFUSAL_HEADER = 'siwx-refusal'

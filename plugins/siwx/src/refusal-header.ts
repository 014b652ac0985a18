/** Response header with the server's refusal code. A header, because the page does not read the bodies of failed responses. */
export const REFUSAL_HEADER = 'siwx-refusal'

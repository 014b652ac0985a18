/** Response header with the server's refusal code, because bodies of failed requests are not read. */
export const REFUSAL_HEADER = 'siwx-refusal'

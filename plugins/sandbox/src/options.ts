import { optional, pipe, regex, strictObject, string } from 'valibot'

export const DEFAULT_URL = 'http://127.0.0.1:4700'

const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]|[-a-z0-9]+\.localhost)(:\d{1,5})?\/?$/

export const options = strictObject({
  /** Where the sandbox server listens. Only loopback addresses are accepted. Default: `http://127.0.0.1:4700`. */
  url: optional(pipe(string(), regex(loopback, 'must be a loopback address such as http://127.0.0.1:4700'))),
})

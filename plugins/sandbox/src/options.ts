import { defineOptions, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const DEFAULT_URL = 'http://127.0.0.1:4700'

/** URL on a loopback address, without a path. */
export const loopbackUrl = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]|[-a-z0-9]+\.localhost)(:\d{1,5})?\/?$/

export const options = defineOptions({
  /** URL of the sandbox server, on a loopback address. Default: `http://127.0.0.1:4700`. */
  url: textLike(loopbackUrl, 'a loopback URL such as http://127.0.0.1:4700'),
})

export type SandboxOptions = OptionsOfSchema<typeof options>

/** Whether a page's host is a loopback name or address. */
export const isLoopback = (hostname: string): boolean =>
  /^(127(\.\d{1,3}){3}|localhost|\[::1\]|[-a-z0-9.]+\.localhost)$/.test(hostname)

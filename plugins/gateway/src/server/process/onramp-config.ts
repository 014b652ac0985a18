import { isIP } from 'node:net'
import * as v from 'valibot'

const secret = v.pipe(v.string(), v.minLength(1, 'is empty'))
const httpUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text),
    'is not a URL that begins with http:// or https://',
  ),
)
const url = v.exactOptional(httpUrl)
const locationFields = {
  country: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'is not an ISO 3166-1 code such as "US"'))),
  region: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z\d]{1,3}$/, 'is not the code of a state such as "NY"'))),
  redirectUrl: url,
}
const coinbaseSecret = v.pipe(
  v.string(),
  v.regex(
    /^\s*(?:-----BEGIN (?:EC )?PRIVATE KEY-----[\s\S]+|[A-Za-z\d+/]{86}==)\s*$/,
    'is neither a private key in PEM nor 64 bytes of base64',
  ),
)
const coinbase = v.strictObject({
  keyId: secret,
  keySecret: coinbaseSecret,
  ...locationFields,
  apiUrl: url,
  platformUrl: url,
})
const meld = v.strictObject({
  apiKey: secret,
  ...locationFields,
  sellers: v.exactOptional(v.array(v.string())),
  apiUrl: url,
})

/** Whether a text is an IP address or a CIDR range. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
const header = v.pipe(v.string(), v.regex(/^[A-Za-z\d-]+$/, 'is not the name of a header'))

/** On-ramp fields of the configuration. */
export const onRampFields = {
  onRamp: v.optional(v.strictObject({ coinbase: v.exactOptional(coinbase), meld: v.exactOptional(meld) })),
  proxy: v.optional(
    v.strictObject({
      addresses: v.pipe(
        v.array(v.pipe(v.string(), v.check(isProxy, 'is not an IP address or a range such as "10.0.0.0/8"'))),
        v.minLength(1, 'is empty: add the address of a proxy'),
      ),
      countryHeader: v.exactOptional(header),
      regionHeader: v.exactOptional(header),
    }),
  ),
}

type OnRampFields = v.InferOutput<v.ObjectSchema<typeof onRampFields, undefined>>
export type OnRampConfig = OnRampFields['onRamp']
/** Proxies whose headers are trusted. */
export type ProxyConfig = OnRampFields['proxy']

export const onRampProblems = (
  config: OnRampFields & { readonly publicUrl?: string | undefined },
): readonly string[] =>
  config.onRamp && config.publicUrl === undefined ? ['"onRamp" requires "publicUrl", the origin of its routes'] : []

/** Values that must not appear in the log. */
export const onRampSecrets = (config: OnRampConfig): readonly string[] =>
  [config?.coinbase?.keySecret, config?.meld?.apiKey].flatMap((value) => value ?? [])

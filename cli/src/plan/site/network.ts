import * as v from 'valibot'

/** CAIP-2 network ids, `namespace:reference`. */
export const caipNetworkIdPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const namespacePattern = /^[-a-z0-9]{3,8}$/

/** The URL of an HTTP or WebSocket service. */
export const rpcUrl = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^(?:https?|wss?):\/\/[^\s]+$/, 'must be an http(s) or ws(s) URL'),
  v.check(isUrl, 'must be a URL'),
)
/** The URL of a page, image or HTTP service. */
export const httpUrl = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^https?:\/\/[^\s]+$/, 'must be an http(s) URL'),
  v.check(isUrl, 'must be a URL'),
)

function isUrl(text: string): boolean {
  return URL.canParse(text)
}

export const caipNetworkId = v.pipe(v.string(), v.regex(caipNetworkIdPattern, 'must be a CAIP-2 id such as "eip155:1"'))
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))

/** A chain: a record of a namespace plugin's `networks` file, or an inline network in wallet-modal.json. */
export const networkSchema = v.pipe(
  v.strictObject({
    caipNetworkId,
    namespace: v.pipe(v.string(), v.regex(namespacePattern, 'must be a CAIP-2 namespace')),
    reference: v.pipe(v.string(), v.regex(/^[-_a-zA-Z0-9]{1,32}$/, 'must be a CAIP-2 reference')),
    name: label,
    nativeCurrency: v.strictObject({ name: label, symbol: label, decimals }),
    /** SLIP-44 type of the native coin. */
    coinType: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    rpcUrls: v.pipe(v.array(rpcUrl), v.maxLength(32)),
    explorerUrl: v.optional(httpUrl),
    testnet: v.optional(v.boolean()),
    imageUrl: v.optional(httpUrl),
  }),
  v.check(
    ({ caipNetworkId, namespace, reference }) => caipNetworkId === `${namespace}:${reference}`,
    'caipNetworkId must be `namespace:reference`',
  ),
)

export type Network = v.InferOutput<typeof networkSchema>

/** A namespace plugin's list of known networks. Ids are unique. */
export const networkListSchema = v.pipe(
  v.array(networkSchema),
  v.maxLength(5000),
  v.check(
    (list) => new Set(list.map((network) => network.caipNetworkId)).size === list.length,
    'lists a network twice',
  ),
)

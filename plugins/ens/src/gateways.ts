import { type Context, endpoints, readWith } from '@wallet-modal/kernel'
import type { Hex } from 'viem'
import { PUBLIC_GATEWAYS } from './public-gateways.js'

/** Maximum length of a reply, in characters. */
const MAX_REPLY = 2_000_000

/** Request of ERC-3668 (CCIP-Read). `urls` are templates with `{sender}` and `{data}`. */
export interface GatewayRequest {
  readonly sender: string
  readonly data: string
  readonly urls: readonly string[]
}

/** The site allows none of the servers on which the name's owner has stored the records. */
export class UnlistedGatewayError extends TypeError {
  override readonly name = 'UnlistedGatewayError'
}

export interface Gateways {
  /** Resolves with the reply of the first allowed server that responds. Rejects with {@link UnlistedGatewayError} if no server is allowed. */
  request(request: GatewayRequest, signal: AbortSignal): Promise<Hex>
}

const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && value.length <= MAX_REPLY && /^0x[\da-f]*$/i.test(value)

const dataReply = readWith((reply): Hex => {
  const { data }: { readonly data?: unknown } = Object(reply)
  if (isHex(data)) return data
  throw new TypeError('"data" is missing or wrong')
})

const textReply = readWith((reply): Hex => {
  const { text }: { readonly text?: unknown } = Object(reply)
  const { data }: { readonly data?: unknown } = Object(JSON.parse(String(text)))
  if (isHex(data)) return data
  throw new TypeError('"data" is missing or wrong')
})

/**
 * Registers the servers with the modal's transport. Requests to other servers are refused: the owner of a name chooses the server, which could track
 * visitors.
 */
export function createGateways(ctx: Context, additional: readonly string[]): Gateways {
  const services = new Map<string, string>()
  for (const url of [...PUBLIC_GATEWAYS, ...additional]) {
    const { origin } = new URL(url)
    const service = `ens-gateway-${services.size}`
    if (services.has(origin)) continue
    services.set(origin, service)
    ctx.add(endpoints, { service, url: origin })
  }
  const queryGateway = async (
    template: string,
    { sender, data }: GatewayRequest,
    signal: AbortSignal,
  ): Promise<Hex> => {
    const url = new URL(template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data))
    const service = services.get(url.origin)
    if (service === undefined) throw new UnlistedGatewayError(`${url.host} is not among the gateways of this site.`)
    const query = Object.fromEntries(url.searchParams)
    const api = ctx.api.service(service)
    if (template.includes('{data}'))
      return api.get(url.pathname, { schema: dataReply, query, signal, isAnonymous: true })
    return api.post(url.pathname, { data, sender }, { schema: textReply, query, signal, isText: true })
  }
  return {
    async request(request, signal) {
      let failure: unknown = new UnlistedGatewayError(
        "The name's records are offchain, but no server is listed for them.",
      )
      for (const template of request.urls) {
        try {
          return await queryGateway(template, request, signal)
        } catch (error) {
          signal.throwIfAborted()
          if (failure instanceof UnlistedGatewayError) failure = error // the first error of an allowed server takes precedence
        }
      }
      throw failure
    },
  }
}

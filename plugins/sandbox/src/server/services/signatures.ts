import type { SignedText } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import { createPublicClient, custom, isAddress, isHex, verifyMessage } from 'viem'
import type { Engine } from '../engines/engine.js'

const replySchema = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
})

const clientOf = (engine: Engine) =>
  createPublicClient({
    transport: custom(
      {
        async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
          const { result, error } = v.parse(replySchema, JSON.parse(await engine.request(body)))
          if (error) throw Object.assign(new Error(error.message), { code: error.code })
          return result
        },
      },
      { retryCount: 0 },
    ),
  })

/** Verifies ERC-191 signatures of private keys, and ERC-1271 signatures of contracts on the sandbox's chains. */
export async function isSigned(
  engines: readonly Engine[],
  { caipNetworkId, address, message, signature }: SignedText,
): Promise<boolean> {
  if (!isAddress(address, { strict: false }) || !isHex(signature)) return false
  const request = { address, message, signature }
  // viem throws if the bytes are not a signature
  if (await verifyMessage(request).catch(() => false)) return true
  const engine = engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
  return engine
    ? clientOf(engine)
        .verifyMessage(request)
        .catch(() => false)
    : false
}

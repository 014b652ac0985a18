import type { Context, SendHandler } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { assetNumberOf } from '../assets/asset-id.js'
import { addressForm } from '../chains.js'
import type { NodeApis } from '../node-api.js'
import type { PolkadotOptions } from '../options.js'

/** Where a transaction that was sent can turn up. */
export interface Passage {
  readonly address: string
  readonly nonce: bigint
  /** The block after which it is valid, and how far it was looked for already. */
  searched: number
  /** Its number was used, and it was in none of the blocks that were told: they were asked for anew. */
  isLookedForTwice?: boolean
  /** The last block that can hold it. */
  readonly until: number
}
export type Passages = Map<string, Passage>

/** What is left of a passage over page loads. */
export const traceOf = ({ nonce, until }: Passage): string => `${nonce} ${until}`

/** What the parts of the handler have in common. */
export interface Sending {
  readonly ctx: Context
  readonly options: PolkadotOptions
  readonly apis: () => Promise<NodeApis>
  readonly passages: Passages
}

/** Sending the coin of a chain and the assets of its pallet `Assets`. What it takes is loaded when it is asked. Chains with Ethereum's addresses are left to their wallets. */
export function createSendHandler(ctx: Context, options: PolkadotOptions, apis: () => Promise<NodeApis>): SendHandler {
  const sending: Sending = { ctx, options, apis, passages: new Map() }
  return {
    namespace: 'polkadot',
    speeds: [],
    canSend({ assetId, caipNetworkId, address }, { namespace, provider }) {
      const { signPayload }: { readonly signPayload?: unknown } = Object(Object(provider).signer)
      const isWritten = typeof addressForm(caipNetworkId, options) === 'number'
      const isCoin = assetId === coinAssetId({ caipNetworkId, namespace })
      const isAsset = address !== undefined && assetNumberOf(assetId, caipNetworkId) === address
      return isWritten && typeof signPayload === 'function' && (isCoin || isAsset)
    },
    inspectReceiver: async (text, draft) => (await import('./receiver.js')).inspectReceiver(sending, text, draft),
    limit: async (draft) => (await import('./prepare.js')).findLimit(sending, draft),
    prepare: async (draft) => (await import('./prepare.js')).prepare(sending, draft),
    status: async (sent, signal) => (await import('./status.js')).findStatus(sending, sent, signal),
  }
}

import { type Context, type FeeSpeed, type SendHandler, WalletModalError } from '@wallet-modal/kernel'
import type { createWalletAccess } from './wallet-access.js'

const SPEEDS: readonly FeeSpeed[] = ['standard', 'fast', 'instant']
const isSendable = /^(eip155:\d{1,32})\/(slip44:\d{1,10}|erc20:0x[\da-fA-F]{40})$/

/** CAIP-2 reference of Ethereum, whose names have a coin type of their own (ENSIP-9). All others: ENSIP-11. */
const coinTypeOf = (reference: string): bigint => (reference === '1' ? 60n : 0x8000_0000n + BigInt(reference))

/** Sending on EVM chains. The code that does it is loaded with its first use. */
export function createSendHandler(ctx: Context, wallets: ReturnType<typeof createWalletAccess>): SendHandler {
  let loading: Promise<ReturnType<typeof import('./handler.js').createSending>> | undefined
  const load = () => {
    loading ??= import('./handler.js').then(
      ({ createSending }) => createSending(ctx, wallets),
      (cause: unknown) => {
        loading = undefined // a failed download is tried again
        throw new WalletModalError('NETWORK_ERROR', 'The code for sending could not be loaded. Nothing was sent.', {
          cause,
        })
      },
    )
    return loading
  }
  return {
    namespace: 'eip155',
    speeds: SPEEDS,
    canSend: ({ assetId, caipNetworkId }) => isSendable.exec(assetId)?.[1] === caipNetworkId,
    nameCoinType: ({ reference }) => String(coinTypeOf(reference)),
    readLink: async (...given) => (await load()).readLink(...given),
    inspectReceiver: async (...given) => (await load()).inspectReceiver(...given),
    limit: async (...given) => (await load()).limit(...given),
    prepare: async (...given) => (await load()).prepare(...given),
    status: async (...given) => (await load()).status(...given),
  }
}

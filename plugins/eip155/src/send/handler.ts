import type { Context, SendHandler } from '@wallet-modal/kernel'
import { loadSendCode } from '@wallet-modal/kernel/assets'
import type { WalletAccess } from '../transactions/wallet-access.js'

const sendablePattern = /^(eip155:\d{1,32})\/(slip44:\d{1,10}|erc20:0x[\da-fA-F]{40})$/

/** Coin type of a chain for ENS names: 60 for Ethereum (ENSIP-9); derived from the chain id for other chains (ENSIP-11). */
const coinTypeOf = (reference: string): bigint => (reference === '1' ? 60n : 0x8000_0000n + BigInt(reference))

const load = async () => (await loadSendCode(import('./implementation.js'))).implementation

/** Transfers on EVM chains. The implementation is loaded on first use. */
export const createSendHandler = (ctx: Context, wallets: WalletAccess): SendHandler => ({
  namespace: 'eip155',
  canSend: ({ assetId, caipNetworkId }) => sendablePattern.exec(assetId)?.[1] === caipNetworkId,
  nameCoinType: ({ reference }) => String(coinTypeOf(reference)),
  readLink: async (text, network) => (await import('./link.js')).readEthereumLink(text, network),
  inspectReceiver: async (...args) => (await load()).inspectReceiver(ctx, ...args),
  limit: async (...args) => (await load()).findLimit({ ctx, wallets }, ...args),
  prepare: async (...args) => (await load()).prepareSend(ctx, ...args),
})

import type { Context, TokenSource } from '@wallet-modal/kernel'

/** Tokens and NFTs of EVM chains, read from the chain. */
export const createTokenSource = (ctx: Context): TokenSource => ({
  namespace: 'eip155',
  assetNamespace: 'erc20',
  tokens: async (request) => (await import('./erc20.js')).readErc20(ctx, request),
  nfts: async (request) => (await import('./nfts.js')).readNfts(ctx, request),
})

import type { Context, TokenSource } from '@wallet-modal/kernel'

/** ERC-20 tokens and NFTs, read from a node. The implementation is loaded on first use. */
export const createTokenSource = (ctx: Context): TokenSource => ({
  namespace: 'eip155',
  assetNamespace: 'erc20',
  tokens: async (request) => (await import('./tokens.js')).readTokens(ctx, request),
  nfts: async (request) => (await import('./nfts.js')).readNfts(ctx, request),
})

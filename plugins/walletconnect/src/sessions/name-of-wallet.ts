import { plainName } from '@wallet-modal/kernel/discovery'

/** Name of the wallet, for messages. The client accepts sessions without wallet metadata. */
export const nameOfWallet = ({ peer }: { readonly peer: { readonly metadata?: unknown } }): string =>
  plainName(Reflect.get(Object(peer.metadata), 'name')) ?? 'The wallet'

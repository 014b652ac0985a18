import { plainName } from '@wallet-modal/kernel/discovery'

/** What the wallet calls itself, for messages. The client takes a session whose wallet says nothing of itself. */
export const nameOfWallet = ({ peer }: { readonly peer: { readonly metadata?: unknown } }): string =>
  plainName(Reflect.get(Object(peer.metadata), 'name')) ?? 'The wallet'

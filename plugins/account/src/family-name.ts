import type { Translate } from '@wallet-modal/kernel'

const KNOWN: readonly string[] = ['eip155', 'solana', 'polkadot', 'bip122']

/** What visitors call a chain family; the CAIP-2 namespace itself where nobody gave it a name. */
export const familyName = (namespace: string, t: Translate): string =>
  KNOWN.includes(namespace) ? t(`family.${namespace}`) : namespace

import type { SignInMessage } from './contract.js'

/** Names of the chain families in the first line of a message. EVM wallets recognize the name "Ethereum" and then check the domain. */
const familyNames: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}

/** Whether a text is a valid family name: one word that begins with a capital letter. */
export const isFamilyName = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Z][A-Za-z0-9]{1,31}$/.test(text)

/** Name of one of the four families above; `undefined` for others. */
export const ownFamilyName = (namespace: string): string | undefined =>
  Object.hasOwn(familyNames, namespace) ? familyNames[namespace] : undefined

/** Differences of a message format from the layout of EIP-4361. */
export interface MessageLayout {
  /** Text after "Chain ID: ". Default: the reference of the network's CAIP-2 id. */
  readonly chainId?: string
  /** Whether a missing statement leaves one blank line instead of two. */
  readonly isCompact?: boolean
}

/**
 * Text to sign: CAIP-122 in the layout of EIP-4361, for every chain family. `family` is the name of the chain family in the first line. It has a
 * default for eip155, solana, polkadot and bip122. Throws if the name is missing or is not one word that begins with a capital letter.
 */
export function formatSignInMessage(message: SignInMessage, family?: string, layout: MessageLayout = {}): string {
  const [namespace = '', reference = ''] = message.caipNetworkId.split(':')
  const name = family ?? ownFamilyName(namespace)
  if (!isFamilyName(name))
    throw new Error(
      name === undefined
        ? `There is no sign-in message for the chain family "${namespace}": its name is missing.`
        : `The chain family "${namespace}" must have a name of one word that begins with a capital letter, not "${name}".`,
    )
  const { domain, address, statement, uri, nonce, issuedAt, expirationTime, notBefore, requestId, resources } = message
  return [
    `${domain} wants you to sign in with your ${name} account:`,
    address,
    '',
    ...(statement === undefined ? [] : [statement]),
    ...(statement === undefined && layout.isCompact ? [] : ['']),
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${layout.chainId ?? reference}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((uri) => `- ${uri}`)]),
  ].join('\n')
}

import type { SignInMessage } from './contract.js'

/** How each chain family is called in the first line. EVM wallets recognise theirs, and check the domain. */
export const familyNames: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}

/** The text that is signed: CAIP-122 in the layout of EIP-4361, for every chain family. Throws for a family that it has no name of. */
export function formatSignInMessage(message: SignInMessage): string {
  const [namespace = '', reference = ''] = message.caipNetworkId.split(':')
  const family = Object.hasOwn(familyNames, namespace) ? familyNames[namespace] : undefined
  if (!family) throw new Error(`There is no sign-in message for the chain family "${namespace}".`)
  const { domain, address, statement, uri, nonce, issuedAt, expirationTime, notBefore, requestId, resources } = message
  return [
    `${domain} wants you to sign in with your ${family} account:`,
    address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${reference}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((one) => `- ${one}`)]),
  ].join('\n')
}

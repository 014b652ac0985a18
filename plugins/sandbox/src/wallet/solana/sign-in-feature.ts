import { optional } from 'valibot'
import { badParams } from '../errors.js'
import { inSequence } from './in-sequence.js'
import { read } from './requests.js'
import { signInSchema, toSignInMessage } from './sign-in.js'
import { developmentKeys } from './signer.js'
import type { SolanaWalletOptions, WalletSession } from './wallet-session.js'

/** Feature `solana:signIn`: connects and signs a sign-in message in one request. */
export function signInFeature(session: WalletSession, options: SolanaWalletOptions) {
  const { ask, host, keys = () => developmentKeys, networks } = options
  const [{ caipNetworkId }] = networks
  const signIn = async (input: unknown) => {
    const request = read(optional(signInSchema, {}), input)
    const { domain = host, address = session.allAccounts()[0]?.address } = request
    const account = session.allAccounts().find((one) => one.address === address)
    const key = keys().find((one) => one.address === address)
    if (domain !== host) throw badParams(`The page is ${host}, not ${domain}.`)
    if (!account || !key) throw badParams(`The sandbox wallet has no key for ${address}.`)
    const payload = toSignInMessage({ ...request, domain, address: account.address })
    await ask({ kind: 'signIn', address: account.address, caipNetworkId, facts: [], payload })
    session.setConnected(true)
    const signedMessage = new TextEncoder().encode(payload)
    return { account, signedMessage, signature: await key.sign(signedMessage), signatureType: 'ed25519' }
  }
  return {
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs: readonly unknown[]) => inSequence(inputs.length > 0 ? inputs : [{}], signIn),
    },
  }
}

import { createWalletClient } from '@farcaster/auth-client'
import { createPublicClient, custom, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { SandboxError } from '../errors.js'
import type { Channel } from './channels.js'

/** Mnemonic of EVM development nodes. Public: never use it for anything of value. */
const MNEMONIC = 'test test test test test test test test test test test junk'

/**
 * Test accounts, in the order of their Farcaster ids 1, 2 and 3. The custody address of a test account is the development account at the same index.
 */
export const phoneAccounts = ['ann', 'bo', 'cy'] as const
export type PhoneAccount = (typeof phoneAccounts)[number]

interface Approval {
  readonly relayUrl: string
  readonly channelToken: string
  readonly channel: Channel
  readonly account: PhoneAccount
  /** Signs with another account's key, to simulate a forged answer. */
  readonly isForged: boolean
}

/** Signs the request of a channel and sends the answer to the relay. Uses Farcaster's client library for wallet apps. */
export async function approve({ relayUrl, channelToken, channel, account, isForged }: Approval): Promise<void> {
  const index = phoneAccounts.indexOf(account)
  const signer = mnemonicToAccount(MNEMONIC, { addressIndex: isForged ? index + 1 : index })
  const refuseNodeRequest = async (): Promise<never> => {
    throw new SandboxError('INVALID_OPTION', 'The simulated phone sends no requests to a node.')
  }
  const client = createWalletClient({
    relay: relayUrl,
    ethereum: {
      publicClient: createPublicClient({ transport: custom({ request: refuseNodeRequest }) }),
      getFid: refuseNodeRequest,
      isValidAuthAddress: refuseNodeRequest,
    },
  })
  const { domain, siweUri, expirationTime, notBefore, requestId } = channel.request
  const built = client.buildSignInMessage({
    ...{ domain, uri: siweUri, nonce: channel.nonce, address: signer.address, fid: index + 1 },
    ...(expirationTime !== undefined && { expirationTime: new Date(expirationTime) }),
    ...(notBefore !== undefined && { notBefore: new Date(notBefore) }),
    ...(requestId !== undefined && { requestId }),
  })
  if (built.isError) throw new SandboxError('INVALID_OPTION', `Farcaster's client refuses the request: ${built.error}`)
  const signature: Hex = await signer.signMessage({ message: built.message })
  const answer = { message: built.message, signature, fid: index + 1, username: account, displayName: account }
  const sent = await client.authenticate({ channelToken, authKey: 'sandbox', authMethod: 'custody', ...answer })
  if (sent.isError || !sent.response.ok)
    throw new SandboxError('INVALID_OPTION', 'The Farcaster relay did not accept the answer.')
}

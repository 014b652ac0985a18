import { base64 } from '@scure/base'
import type { Network } from '@wallet-modal/kernel'
import { type InferOutput, string } from 'valibot'
import { badParams } from '../errors.js'
import { readBytes } from '../readable.js'
import { describeTransaction } from './approval.js'
import { inSequence } from './in-sequence.js'
import { isTransactionMessage, parseTransaction } from './message.js'
import { messageSchema, read, sendSchema, transactionSchema } from './requests.js'
import type { SolanaWalletOptions, WalletSession } from './wallet-session.js'

const versions = { supportedTransactionVersions: ['legacy', 0] } as const

/** Features that sign messages, sign transactions, and sign and send transactions. */
export function signingFeatures(session: WalletSession, options: SolanaWalletOptions) {
  const { ctx, ask, networks } = options
  const [{ caipNetworkId }] = networks
  const sign = createTransactionSigner(session, options)
  const signMessage = async (input: unknown) => {
    const { account, message } = read(messageSchema, input)
    const key = session.keyOf(account.address)
    const signedMessage = message.slice()
    if (isTransactionMessage(signedMessage))
      throw badParams('This is a transaction, not a message. Sign it with solana:signTransaction.')
    const payload = readBytes(signedMessage)
    await ask({ kind: 'message', address: key.address, caipNetworkId, facts: [], payload })
    return { signedMessage, signature: await key.sign(signedMessage), signatureType: 'ed25519' }
  }
  const signTransaction = async (input: unknown) => {
    const request = read(transactionSchema, input)
    return { signedTransaction: await sign('signTransaction', request, session.networkOf(request.chain)) }
  }
  const signAndSend = async (input: unknown) => {
    const request = read(sendSchema, input)
    const network = session.networkOf(request.chain)
    const signed = await sign('transaction', request, network)
    const config = { encoding: 'base64', ...request.options }
    await ctx.api
      .rpc(network.caipNetworkId)
      .write('sendTransaction', [base64.encode(signed), config], { schema: string() })
    return { signature: signed.slice(1, 65) } // the first signature, which is the transaction's id
  }
  return {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: readonly unknown[]) => inSequence(inputs, signMessage),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      ...versions,
      signTransaction: (...inputs: readonly unknown[]) => inSequence(inputs, signTransaction),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      ...versions,
      signAndSendTransaction: (...inputs: readonly unknown[]) => inSequence(inputs, signAndSend),
    },
  }
}

type SignRequest = Pick<InferOutput<typeof transactionSchema>, 'account' | 'transaction'>

/** Returns a function that shows a transaction for approval, signs it, and resolves with the bytes of the signed transaction. */
function createTransactionSigner(session: WalletSession, { ctx, ask }: SolanaWalletOptions) {
  return async (
    kind: 'transaction' | 'signTransaction',
    { account: { address }, transaction }: SignRequest,
    network: Network,
  ): Promise<Uint8Array> => {
    const key = session.keyOf(address)
    const bytes = transaction.slice() // copied, so that the site cannot change the bytes after they were displayed
    const parsed = parseTransaction(bytes)
    const signerIndex = parsed.message.accounts.slice(0, parsed.message.signerCount).indexOf(address)
    if (signerIndex < 0) throw badParams(`${address} is not a signer of this transaction.`)
    const description = await describeTransaction(ctx, parsed, network)
    await ask({ kind, address, caipNetworkId: network.caipNetworkId, ...description })
    bytes.set(await key.sign(parsed.messageBytes), 1 + 64 * signerIndex)
    return bytes
  }
}

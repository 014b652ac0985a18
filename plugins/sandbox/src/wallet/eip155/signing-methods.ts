import { safeParse } from 'valibot'
import { badParams, rejected } from '../errors.js'
import { addressFact } from './account-methods.js'
import type { Eip155WalletOptions, Methods, WalletSession } from './wallet-session.js'

/** Methods that sign messages and typed data. */
export const messageMethods = (session: WalletSession): Methods => ({
  async personal_sign([message, from]) {
    const address = await session.authorizedAddress(from)
    const { isHexBytes, readMessage } = await import('./signer.js')
    if (!isHexBytes(message)) throw badParams('The message must be bytes in hex.')
    await session.approve({ kind: 'message', address, facts: [], payload: readMessage(message) })
    return (await session.signer()).signMessage(address, message)
  },
  async eth_signTypedData_v4([from, data]) {
    const address = await session.authorizedAddress(from)
    const { readTypedData } = await import('./signer.js')
    const typed = readTypedData(data)
    const facts = [
      { label: 'signedDomain', value: String(typed.domain?.name ?? '—') },
      addressFact('contract', String(typed.domain?.verifyingContract ?? '—')),
      { label: 'type', value: String(typed.primaryType) },
    ] as const
    await session.approve({ kind: 'typedData', address, facts, payload: JSON.stringify(typed, null, 2) })
    return (await session.signer()).signTypedData(address, typed)
  },
})

/** Methods that sign and send a transaction, and that grant permissions (an earlier draft of ERC-7715). */
export const transactionMethods = (session: WalletSession, { ctx, host }: Eip155WalletOptions): Methods => ({
  async eth_sendTransaction([params]) {
    const { factsOf, sendTransaction, transactionSchema } = await import('./transaction.js')
    const parsed = safeParse(transactionSchema, params)
    if (!parsed.success) throw badParams(parsed.issues[0].message)
    const request = parsed.output
    if (request.data !== undefined && request.input !== undefined && request.data !== request.input)
      throw badParams('"data" and "input" differ.')
    if (request.chainId !== undefined) session.checkChain(request.chainId)
    const address = await session.authorizedAddress(request.from)
    const { caipNetworkId, nativeCurrency } = session.network()
    const step = await (await import('./token-call.js')).tokenStep(ctx, caipNetworkId, request)
    const facts = factsOf(request, nativeCurrency.symbol, step !== undefined)
    await session.approve({ kind: 'transaction', address, facts, ...(step && { steps: [step] }) })
    if (session.network().caipNetworkId !== caipNetworkId) throw rejected()
    return sendTransaction(ctx, { signer: await session.signer(), address, caipNetworkId, request })
  },
  async wallet_grantPermissions([params]) {
    const { contextOf, grantMessage, grantSchema } = await import('./session-grant.js')
    const parsed = safeParse(grantSchema, params)
    if (!parsed.success) throw badParams(parsed.issues[0].message)
    const grant = parsed.output
    session.checkChain(grant.chainId)
    const { caipNetworkId } = session.network()
    const address = await session.authorizedAddress(grant.address ?? (await session.accounts())[0])
    const message = grantMessage(grant, { account: `${caipNetworkId}:${address}`, host })
    await session.approve({ kind: 'message', address, facts: [], payload: message })
    const context = await contextOf(message, async (raw) => (await session.signer()).signMessage(address, raw))
    return { ...grant, address, context }
  },
})

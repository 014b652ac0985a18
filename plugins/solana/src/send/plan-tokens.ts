import type { Network, SendDraft } from '@wallet-modal/kernel'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import {
  hasTransferFee,
  type Mint,
  needsMemo,
  readMint,
  readTokenAccount,
  type TokenAccount,
  transferFeeOf,
  unsendableReason,
} from '../assets/token-layout.js'
import type { SolanaInstruction } from '../contract.js'
import type { ChainAccount, OwnedAccount, SolanaNode } from '../node.js'
import { isTokenProgram, SYSTEM_PROGRAM } from '../programs.js'
import { notEnough, notEnoughOf } from '../transactions/errors.js'
import { openingRent } from '../transactions/fees/rent.js'
import { writeMemo } from '../transactions/instructions.js'
import { associatedAccount } from '../transactions/sdk.js'
import { createTokenAccount, type TokenTransfer, transferTokens } from '../transactions/token-instructions.js'
import { checkRemainder, emptyAccountRent, type Plan, type TransferParties } from './plan.js'

/** Maximum number of token accounts of one mint that a transaction can send from. */
const MAX_SOURCES = 8

/** Token account with a balance to send from. */
interface Source extends TokenAccount {
  readonly address: string
}

function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Reads the mint of the token. Throws if the token cannot be sent, or has other decimals than those displayed. */
function mintOf(
  account: ChainAccount | undefined,
  { address: mint = '', decimals }: SendDraft['token'],
  network: Network,
): Mint {
  const mintData = account && isTokenProgram(account.owner) ? readMint(account.owner, account.data) : undefined
  if (!mintData) throw invalidArgument(`${mint} is not a token on ${network.name}.`)
  if (mintData.decimals !== decimals)
    throw invalidArgument(
      `${mint} has ${mintData.decimals} decimals, not the ${decimals} that are displayed. Refresh the balances and try again.`,
    )
  const reason = unsendableReason(mintData)
  if (reason) throw invalidArgument(reason)
  return mintData
}

interface Target {
  /** Address of the receiver's token account. */
  readonly address: string
  readonly program: string
  readonly mint: string
}

/** Reads the receiver's token account; `undefined` if it has to be created. Throws if it cannot receive. */
function receiverOf(
  account: ChainAccount | undefined,
  { address, program, mint }: Target,
  { to, note }: TransferParties,
): TokenAccount | undefined {
  const receiver = account && account.owner === program ? readTokenAccount(program, account.data) : undefined
  if (account && account.owner !== SYSTEM_PROGRAM && !receiver)
    throw invalidArgument(
      `The address ${address} belongs to another program, so the token account cannot be created there.`,
    )
  if (receiver && (receiver.owner !== to || receiver.mint !== mint))
    throw invalidArgument(
      `The token account ${address} no longer belongs to the receiver. Ask them for another address.`,
    )
  if (receiver?.isFrozen) throw invalidArgument('The receiver’s token account is frozen by the token’s issuer.')
  if (receiver && needsMemo(receiver) && note?.memo === undefined)
    throw invalidArgument('The receiver accepts tokens only with a memo.')
  return receiver
}

interface Sender {
  readonly from: string
  /** The sender's associated token account, which is used first. */
  readonly own: string
  readonly program: string
  readonly mint: string
  readonly symbol: string
}

/** Token accounts to send from: the associated one, then those with the largest balances. */
function sourcesOf(accounts: readonly OwnedAccount[], { from, own, program, mint, symbol }: Sender): readonly Source[] {
  const all = accounts.flatMap((one): readonly Source[] => {
    const tokenAccount = one.owner === program ? readTokenAccount(program, one.data) : undefined
    return tokenAccount && tokenAccount.owner === from && tokenAccount.mint === mint
      ? [{ ...tokenAccount, address: one.address }]
      : []
  })
  const usable = all.filter(({ isFrozen, amount }) => !isFrozen && amount > 0n)
  if (usable.length === 0 && all.some(({ isFrozen }) => isFrozen))
    throw invalidArgument(`Your ${symbol} is frozen by the token’s issuer.`)
  const byAmount = [...usable].sort((a, b) => (a.amount < b.amount ? 1 : -1))
  const isOwn = ({ address }: Source): boolean => address === own
  return [...byAmount.filter(isOwn), ...byAmount.filter((one) => !isOwn(one))].slice(0, MAX_SOURCES)
}

type TransferBase = Pick<TokenTransfer, 'program' | 'mint' | 'to' | 'owner' | 'decimals'>

/** Splits an amount over the sources. `withheldOf` returns the transfer fee that the mint withholds; `undefined` for a mint without such a fee. */
function transfersOf(
  amount: bigint,
  sources: readonly Source[],
  { withheldOf, ...base }: TransferBase & { withheldOf(part: bigint): bigint | undefined },
): readonly SolanaInstruction[] {
  let remaining = amount
  return sources.flatMap(({ address, amount: balance }) => {
    const part = smaller(remaining, balance)
    remaining -= part
    if (part === 0n) return []
    const withheld = withheldOf(part)
    return [transferTokens({ ...base, from: address, amount: part, ...(withheld !== undefined && { withheld }) })]
  })
}

/** Inserts the memo before every transfer except the last one. `addPaymentNote` inserts the memo of the last transfer. */
const withMemos = (transfers: readonly SolanaInstruction[], memo: string): readonly SolanaInstruction[] =>
  transfers.flatMap((transfer, at) => (at === transfers.length - 1 ? [transfer] : [writeMemo(memo), transfer]))

export async function planTokens(node: SolanaNode, parties: TransferParties, token: SendDraft['token']): Promise<Plan> {
  const { from, to, network, note } = parties
  const { address: mint = '', decimals, symbol } = token
  const [[sender, mintAccount], owned, minimum] = await Promise.all([
    node.accounts([from, mint]),
    node.tokenAccounts(from, { mint }),
    emptyAccountRent(node),
  ])
  const program = mintAccount?.owner ?? ''
  const mintData = mintOf(mintAccount, token, network)
  const [own, target] = await Promise.all([
    associatedAccount(from, mint, program),
    associatedAccount(to, mint, program),
  ])
  const [targetAccount] = await node.accounts([target])
  const receiver = receiverOf(targetAccount, { address: target, program, mint }, parties)
  const sources = sourcesOf(owned, { from, own, program, mint, symbol })
  const available = sources.reduce((sum, { amount }) => sum + amount, 0n)
  const epoch = hasTransferFee(mintData) ? await node.epoch() : undefined
  const lamports = sender?.lamports ?? 0n
  const rent = receiver ? 0n : await openingRent(node, { program, mint: mintData, existing: targetAccount })
  const memo = receiver && needsMemo(receiver) ? note?.memo : undefined
  return {
    isCoin: false,
    lamports,
    available,
    rent,
    extras: rent > 0n ? [{ code: 'rent', amount: rent }] : [],
    instructions(amount) {
      const transfers = transfersOf(amount, sources, {
        ...{ program, mint, to: target, owner: from, decimals },
        withheldOf: (part) => (epoch === undefined ? undefined : transferFeeOf(mintData, part, epoch)),
      })
      return [
        ...(receiver ? [] : [createTokenAccount({ payer: from, account: target, owner: to, mint, program })]),
        ...(memo === undefined ? transfers : withMemos(transfers, memo)),
      ]
    },
    check(amount, fee) {
      if (amount > available) throw notEnoughOf(symbol)
      if (fee + rent > lamports) throw notEnough(fee + rent, lamports, network)
      checkRemainder(lamports - fee - rent, minimum, network)
    },
  }
}

import type { Network, PaymentNote, SendDraft, TransactionExtra } from '@wallet-modal/kernel'
import type { SolanaInstruction } from '../contract.js'
import { isTokenProgram, SYSTEM_PROGRAM } from '../programs.js'
import { keepsFee, keptOf, needsMemo, readMint, readTokenAccount, whyNotSent } from '../token-layout.js'
import { openingRent } from '../transactions/fees/rent.js'
import { transferCoins } from '../transactions/instructions.js'
import type { SolanaNode } from '../transactions/node.js'
import { associatedAccount } from '../transactions/sdk.js'
import { inCoins, invalid, notEnough, notEnoughOf } from '../transactions/sentences.js'
import { createTokenAccount, transferTokens } from '../transactions/token-instructions.js'

/** Maximum number of token accounts of one mint that a transaction can send from. */
const MAX_SOURCES = 8

/** Plan of a transfer, without the amount. */
export interface Plan {
  readonly isCoin: boolean
  /** Sender's balance in lamports. */
  readonly lamports: bigint
  /** Sender's token balance in base units. */
  readonly held: bigint
  /** Rent for the receiver's new token account, in lamports; 0 if it exists. */
  readonly rent: bigint
  readonly extras: readonly TransactionExtra[]
  instructions(amount: bigint): readonly SolanaInstruction[]
  /** Throws if the network would reject the account's remaining balance after this amount and fee. */
  check(amount: bigint, fee: bigint): void
}

export interface Ends {
  readonly from: string
  readonly to: string
  readonly network: Network
  readonly note?: PaymentNote | undefined
}

function least(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Rent-exempt minimum of an account without data. A balance of 0 is also allowed. */
const emptyRent = (node: SolanaNode): Promise<bigint> => node.rent(0)

function checkRemainder(left: bigint, least: bigint, network: Network): void {
  if (left > 0n && left < least)
    throw invalid(
      `This would leave ${inCoins(left, network)}. The network asks for ${inCoins(least, network)} on an account that is kept: send less, or everything.`,
    )
}

/** The fee is deducted first; the network rejects the transaction if that alone leaves less than the minimum, whatever is transferred. */
function checkPayer(left: bigint, least: bigint, network: Network): void {
  if (left > 0n && left < least)
    throw invalid(
      `The network fee alone would leave ${inCoins(left, network)}, and the network asks for ${inCoins(least, network)}. Nothing can be sent until the account holds more.`,
    )
}

export async function planCoins(node: SolanaNode, { from, to, network }: Ends): Promise<Plan> {
  const [[sender, receiver], kept] = await Promise.all([node.accounts([from, to]), emptyRent(node)])
  if (sender && (sender.owner !== SYSTEM_PROGRAM || sender.data.length > 0))
    throw invalid(`${from} belongs to a program and cannot sign transfers. Send with that program.`)
  const lamports = sender?.lamports ?? 0n
  const leastThere = receiver && receiver.data.length > 0 ? await node.rent(receiver.data.length) : kept
  return {
    isCoin: true,
    lamports,
    held: lamports,
    rent: 0n,
    extras: [],
    instructions: (amount) => [transferCoins({ from, to, lamports: amount })],
    check(amount, fee) {
      if (amount + fee > lamports) throw notEnough(amount + fee, lamports, network)
      checkPayer(lamports - fee, kept, network)
      checkRemainder(from === to ? lamports - fee : lamports - fee - amount, kept, network)
      const there = (receiver?.lamports ?? 0n) + amount
      if (from !== to && there < leastThere)
        throw invalid(
          `The receiver's account is new and has to hold at least ${inCoins(leastThere, network)}. Send that much or more.`,
        )
    },
  }
}

export async function planTokens(
  node: SolanaNode,
  { from, to, network, note }: Ends,
  { address: mint = '', decimals, symbol }: SendDraft['token'],
): Promise<Plan> {
  const [[sender, minted], owned, kept] = await Promise.all([
    node.accounts([from, mint]),
    node.tokenAccounts(from, { mint }),
    emptyRent(node),
  ])
  const program = minted?.owner ?? ''
  const known = minted && isTokenProgram(program) ? readMint(program, minted.data) : undefined
  if (!known) throw invalid(`${mint} is not a token on ${network.name}.`)
  if (known.decimals !== decimals)
    throw invalid(
      `${mint} has ${known.decimals} decimals, not the ${decimals} that are shown. Refresh the balances and try again.`,
    )
  const reason = whyNotSent(known)
  if (reason) throw invalid(reason)
  const [own, target] = await Promise.all([
    associatedAccount(from, mint, program),
    associatedAccount(to, mint, program),
  ])
  const [there] = await node.accounts([target])
  const receiving = there && there.owner === program ? readTokenAccount(program, there.data) : undefined
  if (there && there.owner !== SYSTEM_PROGRAM && !receiving)
    throw invalid(`The address ${target} is used for something else, so the token account cannot be created there.`)
  if (receiving && (receiving.owner !== to || receiving.mint !== mint))
    throw invalid(`The token account ${target} no longer belongs to the receiver. Ask them for another address.`)
  if (receiving?.isFrozen) throw invalid('The receiver’s token account is frozen by the token’s issuer.')
  if (receiving && needsMemo(receiving) && note?.memo === undefined)
    throw invalid('The receiver accepts tokens only with a memo.')
  const all = owned.flatMap((one) => {
    const read = one.owner === program ? readTokenAccount(program, one.data) : undefined
    return read && read.owner === from && read.mint === mint ? [{ ...read, address: one.address }] : []
  })
  const usable = all.filter(({ isFrozen, amount }) => !isFrozen && amount > 0n)
  if (usable.length === 0 && all.some(({ isFrozen }) => isFrozen))
    throw invalid(`Your ${symbol} is frozen by the token’s issuer.`)
  const byAmount = [...usable].sort((a, b) => (a.amount < b.amount ? 1 : -1))
  const isOwn = ({ address }: { readonly address: string }): boolean => address === own
  const sources = [...byAmount.filter(isOwn), ...byAmount.filter((one) => !isOwn(one))].slice(0, MAX_SOURCES)
  const held = sources.reduce((sum, { amount }) => sum + amount, 0n)
  const epoch = keepsFee(known) ? await node.epoch() : undefined
  const lamports = sender?.lamports ?? 0n
  const rent = receiving ? 0n : await openingRent(node, { program, mint: known, existing: there })
  return {
    isCoin: false,
    lamports,
    held,
    rent,
    extras: rent > 0n ? [{ code: 'rent', amount: rent }] : [],
    instructions(amount) {
      const transfers: SolanaInstruction[] = []
      let left = amount
      for (const { address, amount: here } of sources) {
        const part = least(left, here)
        const withheld = epoch === undefined ? {} : { withheld: keptOf(known, part, epoch) }
        if (part > 0n)
          transfers.push(
            transferTokens({
              program,
              from: address,
              mint,
              to: target,
              owner: from,
              amount: part,
              decimals,
              ...withheld,
            }),
          )
        left -= part
      }
      const opening = receiving ? [] : [createTokenAccount({ payer: from, account: target, owner: to, mint, program })]
      return [...opening, ...transfers]
    },
    check(amount, fee) {
      if (amount > held) throw notEnoughOf(symbol)
      if (fee + rent > lamports) throw notEnough(fee + rent, lamports, network)
      checkRemainder(lamports - fee - rent, kept, network)
    },
  }
}

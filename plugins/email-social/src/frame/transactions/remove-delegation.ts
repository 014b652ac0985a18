import { getAddress, zeroAddress } from 'viem'
import { refusal } from '../gateway.js'
import type { SigningContext } from '../signing.js'
import { t } from '../strings.js'
import { readDelegate, readerOf } from './smart-account.js'
import { buildSelfTransaction, readMaxFee, sendSelfTransaction } from './smart-account-calls.js'
import { coinsOf } from './transaction-summary.js'

/**
 * Removes the account's delegation on a chain: after the visitor's approval, sends a transaction with an authorization for the zero address
 * (EIP-7702). Resolves with its hash.
 */
export async function removeDelegation(context: SigningContext): Promise<string> {
  const { login, chain, site, approvals } = context
  const contract = await readDelegate(readerOf(login, chain), login.address)
  if (contract === undefined)
    throw await refusal({
      code: 4200,
      message: `The contract has no permission on ${chain.name} any more, or the permission is just being ended.`,
      reason: 'NO_DELEGATION',
    })
  const transaction = await buildSelfTransaction(context, { data: '0x', authorize: zeroAddress, delegate: zeroAddress })
  await approvals.ask({
    title: t('title.plain'),
    warnings: [t('warning.plain', { network: chain.name })],
    facts: [
      { label: 'site', value: site },
      { label: 'network', value: chain.name },
      { label: 'smartAccount', value: getAddress(contract), format: 'address' },
      { label: 'fee', value: coinsOf(await readMaxFee(context, transaction), chain) },
      { label: 'account', value: login.address, format: 'address' },
    ],
  })
  return sendSelfTransaction(context, transaction)
}

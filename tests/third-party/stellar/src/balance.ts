import { type Context, isWalletModalError, type NamespaceDriver, parseAmount, readWith } from '@wallet-modal/kernel'

const DECIMALS = 7

/** Schema of Horizon's reply for an account: reads the balance of lumens, in stroops. */
const stroops = readWith((answer): bigint => {
  const { balances }: { readonly balances?: unknown } = Object(answer)
  const native = Array.isArray(balances) ? balances.find((one) => Object(one).asset_type === 'native') : undefined
  const { balance }: { readonly balance?: unknown } = Object(native)
  if (typeof balance === 'string' && /^\d+\.\d{7}$/.test(balance)) return parseAmount(balance, DECIMALS)
  throw new Error('has no balance in lumens')
})

/** Reads the balance from Horizon. An unfunded account does not exist and has a balance of 0. */
export const createBalance =
  (ctx: Context): NamespaceDriver<unknown>['balance'] =>
  async ({ address }, { reference }, signal) => {
    try {
      return await ctx.api.service(`horizon-${reference}`).get(`/accounts/${address}`, { schema: stroops, signal })
    } catch (error) {
      if (isWalletModalError(error) && error.code === 'HTTP_STATUS' && error.status === 404) return 0n
      throw error
    }
  }

import type { ViewProps, WalletConnection } from '@wallet-modal/kernel'
import { formatAmount, groupDigits, isSameAddress } from '@wallet-modal/kernel/assets'
import { useValue } from '@wallet-modal/kernel/ui'
import type { SessionsModel } from '../model.js'
import type { SessionPermission } from '../permission.js'

interface PermissionTextOptions extends Pick<ViewProps<void, void, SessionsModel>, 'model' | 'ctx'> {
  readonly active: WalletConnection
}

const HOUR_S = 3_600
const DAY_S = 86_400

/** Duration such as `7 days`: in the largest of the units day, hour and second that gives a whole number. */
function toDuration(seconds: number, locale: string): string {
  const [unit, length] =
    seconds % DAY_S === 0 ? ['day', DAY_S] : seconds % HOUR_S === 0 ? ['hour', HOUR_S] : ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}

/** Returns a function that describes a permission, such as `send up to 5 ETH`, to be shown with the label "May". Amounts are not rounded. */
export function usePermissionText({ active, model, ctx }: PermissionTextOptions): (one: SessionPermission) => string {
  const { t } = ctx
  const locale = useValue(ctx.site.locale)
  const tokens = useValue(model.tokens)
  const limitText = ({ token, amount }: Extract<SessionPermission, { type: 'transfer' }>): string => {
    const amountText = (decimals: number): string => groupDigits(formatAmount(amount, decimals))
    if (token === undefined) {
      const { decimals, symbol } = active.network?.nativeCurrency ?? { decimals: 18, symbol: '' }
      return t('permission.coins', { amount: amountText(decimals), symbol })
    }
    const known = tokens.find(
      ({ caipNetworkId, address }) =>
        caipNetworkId === active.caipNetworkId && address !== undefined && isSameAddress(address, token),
    )
    if (!known) return t('permission.units', { amount: amountText(0), address: token })
    return t('permission.token', { amount: amountText(known.decimals), symbol: known.symbol, address: token })
  }
  return (permission) => {
    if (permission.type === 'other') return t('permission.other')
    if (permission.type === 'call') return t('permission.call', { address: permission.address })
    const limit = limitText(permission)
    const { periodSeconds } = permission
    return periodSeconds === undefined
      ? limit
      : t('permission.period', { permission: limit, duration: toDuration(periodSeconds, locale) })
  }
}

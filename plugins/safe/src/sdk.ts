import { SafeAppProvider } from '@safe-global/safe-apps-provider'
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import type { Parent } from './parent.js'
import type { SafeProvider } from './provider.js'

const exactPattern = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

/** The Safe SDK's provider, restricted to messages of the identified parent page. */
export const createSafeProvider = ({ origin, info }: Parent): SafeProvider =>
  new SafeAppProvider(info, new SafeAppsSDK({ allowedDomains: [exactPattern(origin)] }))

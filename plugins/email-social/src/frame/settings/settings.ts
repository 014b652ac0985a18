import type { LoginWithKey } from '../account/account.js'
import type { Approvals } from '../approval/approvals.js'

/** Screens for account settings that only the frame may display. */
export interface Settings {
  manageDevices(): Promise<void>
  exportKey(): Promise<void>
}

/** `login` rejects if nobody is logged in. */
export function createSettings(approvals: Approvals, login: () => Promise<LoginWithKey>): Settings {
  return {
    async manageDevices() {
      const loginWithKey = await login()
      const { manageDevices } = await import('./devices.js')
      return approvals.present((screen) => manageDevices(loginWithKey, screen))
    },
    async exportKey() {
      const loginWithKey = await login()
      if (loginWithKey.account.approvals === 'window') {
        const { exportOnWalletPage } = await import('./wallet-page-link.js')
        return approvals.present(exportOnWalletPage)
      }
      const { exportKey } = await import('./export-key.js')
      return approvals.present((screen) => exportKey(loginWithKey, screen))
    },
  }
}

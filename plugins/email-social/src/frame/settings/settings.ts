import type { LoginWithKey } from '../account/account.js'
import type { ApprovalQueue } from '../approval/approvals.js'

/** Screens for account settings that only the frame may display. */
export interface Settings {
  manageDevices(): Promise<void>
  exportKey(): Promise<void>
}

/** `login` rejects if nobody is logged in. */
export function createSettings(approvals: ApprovalQueue, login: () => Promise<LoginWithKey>): Settings {
  return {
    manageDevices: () =>
      approvals.handle(async ({ present }) => {
        const loginWithKey = await login()
        const { manageDevices } = await import('./devices.js')
        return present((screen) => manageDevices(loginWithKey, screen))
      }),
    exportKey: () =>
      approvals.handle(async ({ present }) => {
        const loginWithKey = await login()
        if (loginWithKey.account.approvals === 'window') {
          const { exportOnWalletPage } = await import('./wallet-page-link.js')
          return present(exportOnWalletPage)
        }
        const { exportKey } = await import('./export-key.js')
        return present((screen) => exportKey(loginWithKey, screen))
      }),
  }
}

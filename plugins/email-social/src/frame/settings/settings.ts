import type { ReadyLogin } from '../account/account.js'
import type { Approvals } from '../approval/approvals.js'
import { FrameError } from '../gateway.js'

/** Account settings that only the frame may display. */
export interface Settings {
  manageDevices(): Promise<void>
  exportKey(): Promise<void>
}

/** `login` rejects if nobody is logged in. */
export function createSettings(approvals: Approvals, login: () => Promise<ReadyLogin>): Settings {
  return {
    async manageDevices() {
      const mine = await login()
      const { manageDevices } = await import('./devices.js')
      return approvals.present((screen) => manageDevices(mine, screen))
    },
    async exportKey() {
      const mine = await login()
      if (mine.account.email === undefined) throw new FrameError(4200, 'This account does not log in by email.')
      const { exportKey } = await import('./export-key.js')
      return approvals.present((screen) => exportKey(mine, screen))
    },
  }
}

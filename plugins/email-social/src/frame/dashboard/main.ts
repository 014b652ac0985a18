import { runFlow } from '../settings/flow.js'
import { setLanguage } from '../strings.js'
import { setTheme } from '../theme.js'
import { logIn } from './log-in.js'
import { manageWallet } from './manage-wallet.js'
import { dashboardText } from './words.js'

/**
 * Dashboard: the wallet's own page, which cannot be embedded. Its login is kept in memory only, so that it does not replace the login of a site that
 * shares its storage.
 */
async function start(): Promise<void> {
  setLanguage(new URLSearchParams(location.search).get('locale') ?? navigator.language)
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', undefined)
  document.title = dashboardText('title')
  let notice = ''
  for (;;) {
    const before = notice
    const login = await runFlow((screen) => logIn(screen, before), {})
    notice = await manageWallet(login)
  }
}

void start()

import { runFlow } from '../settings/flow.js'
import { setLanguage } from '../strings.js'
import { setTheme } from '../theme.js'
import { logIn } from './log-in.js'
import { manageWallet } from './manage-wallet.js'
import { dashboardText } from './words.js'

/**
 * The wallet's own page, which no site shows. Its login lives as long as the page and is stored nowhere: where a site shares its storage with the wallet,
 * the site's login stays as it is.
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

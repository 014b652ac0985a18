import { returnLogin, takeFragment } from '../../social/window-return.js'
import { el, show } from '../element.js'
import { runFlow } from '../settings/flow.js'
import { setLanguage } from '../strings.js'
import { setTheme } from '../theme.js'
import { dashboardText } from './dashboard-strings.js'
import { logIn } from './log-in.js'
import { manageWallet } from './manage-wallet.js'

/**
 * Script of the dashboard, the wallet's own page, which cannot be embedded. Keeps its login in memory only: a stored login could replace the login
 * that the wallet's frame has stored in the same storage partition.
 */
async function start(): Promise<void> {
  setLanguage(new URLSearchParams(location.search).get('locale') ?? navigator.language)
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', undefined)
  document.title = dashboardText('title')
  if (location.hash.startsWith('#wallet-modal-login&')) {
    // this page was loaded in the window of a social login, which another tab of the dashboard has started
    const fragment = takeFragment()
    show(el('section', {}, el('h1', {}, dashboardText('title')), el('p', {}, dashboardText('returned'))))
    if (!(await returnLogin(fragment))) return
    // the dashboard tab that started the login was closed, and the login's secret is lost: the visitor must start again
  }
  let notice = ''
  for (;;) {
    const noticeText = notice
    const login = await runFlow((screen) => logIn(screen, noticeText), {})
    notice = await manageWallet(login)
  }
}

void start()

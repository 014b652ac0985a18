import { clear, el, show } from '../element.js'
import { untilAborted } from '../settings/flow.js'
import { textsOf } from '../strings.js'
import { withFreeLock, withLock } from '../web-lock.js'

const en = {
  title: 'Another tab is creating your wallet',
  text: 'Finish there. If you close that tab, you can continue here.',
}
type Words = typeof en

const de: Words = {
  title: 'Ihre Wallet wird in einem anderen Tab angelegt',
  text: 'Fahren Sie dort fort. Wenn Sie den anderen Tab schließen, können Sie hier weitermachen.',
}

const ar: Words = {
  title: 'يجري إنشاء محفظتك في علامة تبويب أخرى',
  text: 'أكمل هناك. إذا أغلقت علامة التبويب تلك، يمكنك المتابعة هنا.',
}

const lockText = textsOf({ en, de, ar })

/**
 * Runs `create` with a lock, so that only one tab of the site creates the account's key. Two tabs would display two recovery codes, and only one
 * would be valid. Displays a text while another tab creates the key. Rejects with the reason of `loginEnd` if the login ends before the key is
 * created.
 */
export function withSetupLock<T>(accountId: string, loginEnd: AbortSignal, create: () => Promise<T>): Promise<T> {
  const name = `key-setup:${accountId}`
  const createAfterWait = async (): Promise<T> => {
    loginEnd.throwIfAborted()
    clear()
    return create()
  }
  return withFreeLock(name, create, () => {
    show(el('section', {}, el('h1', {}, lockText('title')), el('p', {}, lockText('text'))))
    return untilAborted(loginEnd, () => withLock(name, createAfterWait))
  })
}

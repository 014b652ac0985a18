import type { Login } from '../account/account.js'
import { button, el } from '../element.js'
import { type AccountDevice, FrameError, gateway } from '../gateway.js'
import type { FlowScreen } from './flow.js'
import { createChoiceButtons } from './guarded-screen.js'
import { settingsText, timeText } from './settings-strings.js'

/** Action of the visitor in the list of devices: close the list, sign out all other devices, or sign out one device. */
type Choice =
  | { readonly kind: 'close' }
  | { readonly kind: 'others' }
  | { readonly kind: 'one'; readonly device: AccountDevice }

/** Displays the logged-in devices, and signs out each device that the visitor chooses. Resolves when the list is closed. */
export async function manageDevices({ session }: Login, screen: FlowScreen): Promise<void> {
  screen.draw([el('p', { className: 'busy' }, settingsText('loading'))])
  let notice = ''
  for (;;) {
    const choice = await choose(await gateway.devices(session), notice, screen)
    if (choice.kind === 'close') return
    try {
      notice = await signOut(session, choice)
    } catch (error) {
      if (error instanceof FrameError && error.code === 'UNAUTHORIZED') throw error
      notice = settingsText('failed')
    }
  }
}

async function signOut(session: string, choice: Exclude<Choice, { kind: 'close' }>): Promise<string> {
  if (choice.kind === 'others') {
    await gateway.signOutOthers(session)
    return settingsText('devices.othersSignedOut')
  }
  const { id, browser } = choice.device
  await gateway.signOutDevice(session, id).catch((error: unknown) => {
    // `NOT_FOUND`: the device was signed out meanwhile
    if (!(error instanceof FrameError && error.code === 'NOT_FOUND')) throw error
  })
  return settingsText('devices.signedOut', { browser })
}

function choose(devices: readonly AccountDevice[], notice: string, screen: FlowScreen): Promise<Choice> {
  return new Promise((resolve) => {
    const choiceButtons = createChoiceButtons<Choice>(resolve)
    const cards = devices.map((device) => {
      const { browser, site, isCurrent } = device
      const facts = [
        ['devices.site', site],
        ['devices.used', timeText(device.usedAt)],
      ] as const
      const end = isCurrent ? undefined : choiceButtons.create(settingsText('devices.signOut'), { kind: 'one', device })
      end?.setAttribute('aria-label', settingsText('devices.signOutNamed', { browser, site }))
      return el(
        'article',
        { className: 'device' },
        el(
          'h2',
          {},
          el('bdi', {}, browser),
          ...(isCurrent ? [el('span', { className: 'tag' }, settingsText('devices.this'))] : []),
        ),
        el(
          'dl',
          {},
          ...facts.map(([label, value]) =>
            el('div', { className: 'fact' }, el('dt', {}, settingsText(label)), el('dd', {}, el('bdi', {}, value))),
          ),
        ),
        ...(end ? [end] : []),
      )
    })
    const others = devices.filter(({ isCurrent }) => !isCurrent).length
    const status = el('p', { className: 'hint' }, notice || (others === 0 ? settingsText('devices.alone') : ''))
    status.setAttribute('role', 'status')
    const hint = el('p', { className: 'hint' }, settingsText('hidden'))
    const all = others > 1 ? [choiceButtons.create(settingsText('devices.signOutOthers'), { kind: 'others' })] : []
    const close = button(settingsText('close'), 'primary', () => resolve({ kind: 'close' }))
    screen.draw(
      [
        el('section', {}, el('h1', {}, settingsText('devices.title')), ...cards, status),
        el('footer', {}, hint, ...all, close),
      ],
      { buttons: choiceButtons.buttons, hint },
    )
  })
}

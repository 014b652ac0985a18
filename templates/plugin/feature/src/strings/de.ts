import type { strings as english } from './en.js'

export const strings = {
  title: 'Notiz',
  action: 'Ihre Notiz',
  text: 'Die Notiz wird nur in diesem Browser gespeichert.',
  label: 'Ihre Notiz',
  save: 'Speichern',
  saved: 'Notiz gespeichert',
} as const satisfies Record<keyof typeof english, string>

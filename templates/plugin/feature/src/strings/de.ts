import type { strings as english } from './en.js'

export const strings = {
  title: 'Notiz',
  action: 'Notiz für Sie selbst',
  text: 'Sie bleibt in diesem Browser. Niemand sonst kann sie lesen.',
  label: 'Ihre Notiz',
  save: 'Speichern',
  saved: 'Notiz gespeichert',
} as const satisfies Record<keyof typeof english, string>

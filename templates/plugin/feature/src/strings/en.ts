export const strings = {
  title: 'Note',
  action: 'Your note',
  text: 'The note is stored in this browser only.',
  label: 'Your note',
  save: 'Save',
  saved: 'Note saved',
} as const

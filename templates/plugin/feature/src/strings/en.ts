export const strings = {
  title: 'Note',
  action: 'Note to yourself',
  text: 'The note is stored in this browser only.',
  label: 'Your note',
  save: 'Save',
  saved: 'Note saved',
} as const

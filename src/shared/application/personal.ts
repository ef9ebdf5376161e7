import { choice, choiceBy, constant, phone, text } from '../forms/field.ts'
import { defineGroup, defineSingle } from '../forms/section.ts'
import { country } from '../reference-data/option-lists.ts'
import { getLgaOptions, stateOptions } from '../reference-data/states.ts'

export const placeOfBirth = defineSingle({
  title: 'Place of birth',
  field: text('Place of birth'),
  messages: {
    none: 'No place of birth given.',
    missing: 'Place of birth is required.',
  },
})

// Browsers fill in each address by itself. The specification requires no address (section 5): an applicant without a fixed one can still go on.
export const homeAddress = defineGroup({
  title: 'Home address',
  fields: {
    address: text('Address', {
      optional: true,
      autocomplete: 'section-home street-address',
    }),
    state: choice('State', stateOptions, { optional: true }),
    city: choiceBy('LGA', 'state', getLgaOptions, {
      optional: true,
      hint: 'The list follows the state that you choose.',
    }),
    country: constant('Country', country.value, country.label),
  },
})

export const contactAddress = defineGroup({
  title: 'Contact address',
  fields: {
    address: text('Address', {
      optional: true,
      autocomplete: 'section-contact street-address',
    }),
    state: choice('State', stateOptions, { optional: true }),
    phone: phone('Phone', {
      optional: true,
      hint: 'Digits only, up to 11.',
      autocomplete: 'section-contact tel-national',
    }),
  },
})

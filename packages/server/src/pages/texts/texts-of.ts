/** Texts of the same form in another language: their words may be others. */
export type TextsOf<Value> = Value extends string
  ? string
  : Value extends (...values: never) => unknown
    ? Value
    : { readonly [Key in keyof Value]: TextsOf<Value[Key]> };

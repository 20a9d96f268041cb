import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Icon, type IconName } from "./icon.tsx";
import { InTurns } from "./in-turns.tsx";

/** What every field of a form has. `id` is also what the label, the error summary and a script refer to. */
interface FieldBase {
  readonly id: string;
  /** Default: the id. */
  readonly name?: string;
  readonly label: string;
  /** What to enter, below the label. */
  readonly hint?: Child;
  /** What is wrong with what was entered, below the field. */
  readonly error?: string | undefined;
  /** The id of a text elsewhere on the page that says what is wrong. */
  readonly errorId?: string | undefined;
  /** Whether the field has to be filled in. Default true. */
  readonly required?: boolean;
}

/** One line of input. */
export type FieldProps = FieldBase & {
  readonly type?: "text" | "password" | "url" | "email" | "date" | "datetime-local" | "color";
  readonly value?: string | undefined;
  readonly autocomplete: string;
  readonly autofocus?: boolean;
  readonly inputmode?: "numeric";
  /** The id of a list of values that are offered. */
  readonly list?: string;
  readonly maxlength?: number;
};

/** A labelled line of input. */
export function Field({
  type = "text",
  autofocus = false,
  required = true,
  ...rest
}: FieldProps): JSX.Element {
  const { name = rest.id } = rest;
  const { label: _label, hint: _hint, error: _error, errorId: _errorId, ...input } = rest;
  return (
    <FieldFrame {...rest}>
      <input
        {...input}
        name={name}
        type={type}
        autofocus={autofocus}
        required={required}
        autocapitalize="none"
        spellcheck={false}
        {...described(rest)}
      />
    </FieldFrame>
  );
}

/** Several lines of input. */
export type TextAreaProps = FieldBase & {
  readonly value?: string | undefined;
  readonly rows?: number;
  readonly maxlength?: number;
  readonly autofocus?: boolean;
  /** An example of what to write. */
  readonly placeholder?: string | undefined;
  /** Whether the text is code, whose columns matter. */
  readonly isCode?: boolean;
};

/** A labelled box for several lines. */
export function TextArea({
  value = "",
  rows = 4,
  required = true,
  isCode = false,
  ...rest
}: TextAreaProps): JSX.Element {
  const { id, name = id, maxlength, placeholder, autofocus } = rest;
  return (
    <FieldFrame {...rest}>
      <textarea
        id={id}
        name={name}
        rows={rows}
        maxlength={maxlength}
        placeholder={placeholder}
        autofocus={autofocus}
        required={required}
        spellcheck={false}
        class={isCode ? "code-text" : undefined}
        {...described(rest)}
      >
        {/* A parser drops the first line break in a textarea, so that of the value needs one before it. */}
        {value.startsWith("\n") ? `\n${value}` : value}
      </textarea>
    </FieldFrame>
  );
}

/** A file to choose. */
export type FileFieldProps = FieldBase & {
  /** Media types that the browser offers; the server checks the file itself. */
  readonly accept: string;
};

/** A labelled choice of a file. */
export function FileField({ accept, required = true, ...rest }: FileFieldProps): JSX.Element {
  return (
    <FieldFrame {...rest}>
      <input
        id={rest.id}
        name={rest.name ?? rest.id}
        type="file"
        accept={accept}
        required={required}
        {...described(rest)}
      />
    </FieldFrame>
  );
}

/** A choice from a list. */
export type SelectProps = FieldBase & {
  readonly value: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    /** A picture and a sentence beside the label, where the browser can draw them in a menu. */
    readonly icon?: IconName;
    readonly purpose?: string;
  }[];
  readonly autofocus?: boolean;
};

/** A labelled choice from a list. */
export function Select({ value, options, autofocus = false, ...rest }: SelectProps): JSX.Element {
  const { id, name = id } = rest;
  return (
    <FieldFrame {...rest}>
      <select id={id} name={name} autofocus={autofocus} {...described(rest)}>
        <InTurns
          of={options}
          each={(option) => (
            <option value={option.value} selected={option.value === value} data-purpose={option.purpose}>
              {option.icon === undefined ? null : <Icon name={option.icon} />}
              {option.label}
            </option>
          )}
        />
      </select>
    </FieldFrame>
  );
}

/** A yes-or-no choice. A box that is not ticked sends nothing, so `readForm` reads it as "". */
export type CheckBoxProps = Pick<FieldBase, "id" | "name" | "hint"> & {
  readonly label: Child;
  readonly checked: boolean;
  readonly value?: string;
};

/** A box to tick. */
export function CheckBox({ id, name = id, label, hint, checked, value = "on" }: CheckBoxProps): JSX.Element {
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          id={id}
          name={name}
          value={value}
          checked={checked}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <span>{label}</span>
      </label>
      {hint === undefined ? null : (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldBase & { readonly children?: Child }): JSX.Element {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error === undefined ? null : (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Connects a field with the texts about it, for screen readers. */
function described({ id, hint, error, errorId }: FieldBase) {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(errorId === undefined ? [] : [errorId]),
  ];
  return {
    "aria-invalid": error === undefined && errorId === undefined ? undefined : ("true" as const),
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
  };
}

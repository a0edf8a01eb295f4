// One to five stars. They are a group of choices, so that arrows choose among them and screen readers
// say them.

const FIVE = [1, 2, 3, 4, 5];

export function Stars(props: {
  name: string;
  question: string;
  /** What is rated; the question alone is read where it stands beside it. */
  about: string;
  ends: readonly [string, string];
  value: number;
  isMissing: boolean;
  onChange: (n: number) => void;
}) {
  const { name, question, about, ends, value, isMissing, onChange } = props;
  return (
    <fieldset class={isMissing ? "stars missing" : "stars"}>
      <legend>
        {question}
        <span class="unseen"> {about}</span>
      </legend>
      <div class="five">
        {FIVE.map((n) => (
          <label key={n} class={n <= value ? "star on" : "star"}>
            <input
              type="radio"
              name={name}
              value={n}
              checked={n === value}
              aria-label={`${n} ${n === 1 ? "star" : "stars"}${n === 1 ? `, ${ends[0]}` : n === 5 ? `, ${ends[1]}` : ""}`}
              onChange={() => onChange(n)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z" />
            </svg>
          </label>
        ))}
      </div>
      <p class="ends" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </fieldset>
  );
}

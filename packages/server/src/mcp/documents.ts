/** How to write a survey as text: short, for a model that has never seen it. `docs/reference/text-form.md` has all of it. */
export const textFormDocument = `# The text form of a survey

The first line is the title. After an empty line an introduction may follow, and after each further empty line a question:
its first line is \`Title[Type][Required](description)\`, the lines below are its options or rows. \`[Optional]\` instead of
\`[Required]\` means that no answer must be given, \`[Personal]\` that answers say who somebody is or how to reach them; \`[#name]\`
behind a title, an option or a row is its code in exports. \`=== Page Break ===\` on a line of its own begins a page.

\`\`\`text
Lunch in the canteen

Welcome. This takes two minutes.

How often do you eat here?[Single Choice][Required]
Every day
Once or twice a week
Other ____

What matters to you?[Multiple Choice][Optional](choose up to three)[at most 3]
Price
Taste
Health
Speed

Where do you sit?[Dropdown][Optional]
Inside
Outside

Put these in order[Ranking][Optional]
Soup
Salad
Pasta

How good is the food?[Rating Scale][Required]
1~5

Would you recommend us?[Net Promoter Score][Required]

=== Page Break ===

Rate each[Matrix Rating Scale][Optional]
1~5
Soup
Salad

When do you eat what?[Matrix Single Choice][Optional]
Never Sometimes Always
Breakfast
Lunch

How many cups on which day?[Matrix Text][Optional]
Morning Evening
Monday
Sunday

What do you take with you?[Matrix Multiple Choice][Optional]
Cup Plate Fork
Monday
Friday

Your name[Single Line Text][Optional]

Anything else?[Multiple Line Text][Optional]

Two numbers[Multiple Blanks][Optional]
Age: ____
Children: ____

Your next visit[Date and Time][Optional]

Your phone[Phone Number][Optional]

Your address[Location][Optional]

A photo[File Upload][Optional]

Where do you work?[Linked Choice][Optional]
Country City
France+Paris
France+Lyon
Spain+Madrid

Thank you for your time.[Paragraph Description]
\`\`\`

- An empty line ends a question and never stands inside one. A survey has at least one question.
- In an option, two or more underscores are a blank to fill in.
- A backslash before \`[ ] ( ) _ ~ = + *\` makes it plain text.
- Links are \`[text](https://address.example)\`.
- The text has at most 100 KB, a page 200 questions, a survey 50 pages.
`;

/** How to write rules: short. `docs/reference/survey-rules.md` has all of it. */
export const rulesDocument = `# Rules of a survey

One rule in a line. \`Q3\` is the third question of the survey, \`P2\` its second page; inside a question \`A1\` is an option, \`R1\` a row,
\`B1\` a blank, \`R1.A2\` a cell of a table of texts or numbers.

\`\`\`text
if Q1 = A2 then show Q3
if Q5 >= 4 and not (Q1 in (A1, A2)) then hide P2
if count(Q2) >= 2 or arg("source") = "mail" then branch from Q4 to END
branch from P1 to Q9
shuffle Q3~Q5
\`\`\`

- \`show\`: shown when the condition is true, and hidden otherwise. \`hide\`: hidden when it is true. \`branch from X to Y\`: after X, everything
  before Y is skipped; \`END\` is the end. \`shuffle A~B\`: an order of its own for each respondent.
- Conditions: \`Q1 = A2\`, \`Q1 in (A1, A2)\`, \`Q6.R1 = A1\`, \`Q5 > 3\`, \`Q3 = "red"\`, \`Q3 contains "red"\`, \`count(Q2) >= 2\`, \`Q1 answered\`,
  \`arg("name") = "value"\`; \`!=\` is the opposite of \`=\`. They are joined with \`and\`, \`or\`, \`not\` and brackets.
- A condition asks about questions before it. Without an answer it is false.
`;

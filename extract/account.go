package extract

// Ledger is what a statement says of an account, for books and spreadsheets: each movement with its direction. Sums of money
// are in hundredths of the currency's unit.
type Ledger struct {
	Bank     string  `json:"bank,omitempty"`
	Account  string  `json:"account,omitempty"` // its number as printed
	Holder   string  `json:"holder,omitempty"`
	Currency string  `json:"currency"` // ISO 4217
	Opening  *int64  `json:"opening,omitempty"`
	Closing  *int64  `json:"closing,omitempty"`
	Entries  []Entry `json:"entries"`
}

// Entry is one movement of an account, or a balance without one.
type Entry struct {
	Page    int    `json:"page"` // both from 1
	Row     int    `json:"row"`
	Date    string `json:"date,omitempty"` // 2006-01-02; "": none printed
	Text    string `json:"text"`
	Amount  int64  `json:"amount"`            // negative out of the account; 0 beside a balance only
	Balance *int64 `json:"balance,omitempty"` // after the movement
	Sound   bool   `json:"sound"`             // the balances before and after bear the amount out
	Broken  string `json:"broken,omitempty"`  // what does not follow
}

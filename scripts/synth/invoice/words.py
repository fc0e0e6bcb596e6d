"""Captions and words of invoices, receipts and freight invoices. Every list is (trained on, held out for measuring): rules and
weights are tuned on pages that use the first part only; a measuring page draws from both."""

CAPTIONS = {
    "invoice_no": {
        "th": (["เลขที่", "เลขที่เอกสาร", "เลขที่ใบกำกับภาษี", "เลขที่ใบแจ้งหนี้", "เลขที่ใบเสร็จ"], ["เลขที่บิล", "หมายเลขเอกสาร", "เลขที่ใบกำกับ"]),
        "en": (["Invoice No.", "Invoice No", "Invoice Number", "Invoice #", "No.", "Document No.", "INVOICE NO", "Bill No."], ["Inv. No.", "Invoice ID", "Doc. No.", "Our invoice no."]),
        "de": (["Rechnungsnummer", "Rechnung Nr.", "Rechnungs-Nr."], ["Belegnummer"]), "fr": (["Facture n°", "N° de facture"], ["Numéro de facture"]),
        "nl": (["Factuurnummer", "Factuurnr."], ["Factuur nr."]), "es": (["Factura n.º", "Número de factura"], ["N.º de factura"]), "it": (["Fattura n.", "Numero fattura"], ["N. fattura"])},
    "invoice_date": {
        "th": (["วันที่", "วันที่เอกสาร", "วันที่ออกใบกำกับ", "ลงวันที่"], ["วันที่ออกเอกสาร", "วัน เดือน ปี"]),
        "en": (["Date", "Invoice Date", "Date of issue", "INVOICE DATE", "Issue Date", "Dated"], ["Bill Date", "Date issued", "Issued on"]),
        "de": (["Rechnungsdatum", "Datum"], ["Belegdatum"]), "fr": (["Date de facture", "Date"], ["Date d'émission"]), "nl": (["Factuurdatum", "Datum"], ["Datum factuur"]),
        "es": (["Fecha de factura", "Fecha"], ["Fecha de emisión"]), "it": (["Data fattura", "Data"], ["Data di emissione"])},
    "due_date": {
        "th": (["วันครบกำหนด", "ครบกำหนดชำระ", "วันที่ครบกำหนด", "กำหนดชำระเงิน"], ["กำหนดชำระ", "วันครบกำหนดชำระเงิน"]),
        "en": (["Due Date", "Payment due", "Due", "DUE DATE", "Pay by"], ["Date due", "Payment due date", "Please pay before"]),
        "de": (["Fällig am", "Zahlbar bis"], ["Fälligkeitsdatum"]), "fr": (["Échéance", "Date d'échéance"], ["À payer avant le"]), "nl": (["Vervaldatum"], ["Te betalen voor"]),
        "es": (["Vencimiento", "Fecha de vencimiento"], ["Vence el"]), "it": (["Scadenza"], ["Data scadenza"])},
    "customer_id": {
        "th": (["รหัสลูกค้า", "เลขที่ลูกค้า"], ["รหัสผู้ซื้อ"]), "en": (["Customer No.", "Customer ID", "Customer Code", "Account No.", "Cust. No."], ["Client No.", "Customer number", "Cust. code"]),
        "de": (["Kundennummer", "Kunden-Nr."], ["Kd.-Nr."]), "fr": (["N° client"], ["Code client"]), "nl": (["Klantnummer"], ["Debiteurnummer"]), "es": (["N.º de cliente"], ["Código de cliente"]), "it": (["Codice cliente"], ["N. cliente"])},
    "tax_id": {
        "th": (["เลขประจำตัวผู้เสียภาษี", "เลขประจำตัวผู้เสียภาษีอากร", "เลขผู้เสียภาษี"], ["Tax ID / เลขประจำตัวผู้เสียภาษี", "เลขที่ผู้เสียภาษี"]),
        "en": (["Tax ID", "TAX ID", "Taxpayer ID No.", "Tax ID No.", "VAT No.", "Tax Identification No."], ["VAT Reg. No.", "Tax I.D.", "TIN"]),
        "de": (["USt-IdNr.", "USt-ID"], ["Umsatzsteuer-ID"]), "fr": (["N° TVA"], ["TVA intracommunautaire"]), "nl": (["BTW-nummer", "BTW nr."], ["BTW-id"]), "es": (["NIF", "CIF"], ["NIF/IVA"]), "it": (["P. IVA", "Partita IVA"], ["P.IVA / C.F."])},
    "phone": {"th": (["โทร.", "โทร", "โทรศัพท์"], ["เบอร์โทร", "โทรศัพท์ติดต่อ"]), "en": (["Tel.", "Tel", "Phone", "Telephone"], ["Phone No.", "T:", "Mobile"]),
              "de": (["Tel."], ["Telefon"]), "fr": (["Tél."], ["Téléphone"]), "nl": (["Tel."], ["Telefoon"]), "es": (["Tel."], ["Teléfono"]), "it": (["Tel."], ["Telefono"])},
    "buyer": {"th": (["ลูกค้า", "ชื่อลูกค้า", "นามลูกค้า", "ผู้ซื้อ", "ได้รับเงินจาก"], ["ชื่อผู้ซื้อ", "เรียกเก็บจาก", "ขายให้"]),
              "en": (["Bill To", "Customer", "BILL TO", "Sold To", "Billed to", "Messrs.", "Customer Name"], ["Invoice to", "Buyer", "Client", "Received from", "Attention"]),
              "de": (["Rechnungsempfänger", "Kunde"], ["Rechnung an"]), "fr": (["Facturé à", "Client"], ["Adresse de facturation"]), "nl": (["Factuuradres", "Klant"], ["Factuur aan"]), "es": (["Cliente", "Facturar a"], ["Datos del cliente"]), "it": (["Cliente", "Spett.le"], ["Intestatario"])},
    "address": {"th": (["ที่อยู่"], ["ที่อยู่ลูกค้า"]), "en": (["Address"], ["Addr."]), "de": (["Anschrift"], ["Adresse"]), "fr": (["Adresse"], ["Adresse"]), "nl": (["Adres"], ["Adres"]), "es": (["Dirección"], ["Domicilio"]), "it": (["Indirizzo"], ["Sede"])},
    "seller": {"th": (["ผู้ขาย", "ผู้ออกใบกำกับ"], ["ออกโดย"]), "en": (["From", "Seller", "Supplier", "Bill From"], ["Vendor", "Issued by"]), "de": (["Absender", "Lieferant"], ["Verkäufer"]), "fr": (["Émetteur"], ["Vendeur"]), "nl": (["Afzender"], ["Leverancier"]), "es": (["Emisor"], ["Proveedor"]), "it": (["Emittente"], ["Fornitore"])},
    "ship_from": {"th": (["สถานที่ส่งสินค้าจาก", "จัดส่งจาก"], ["ต้นทางสินค้า"]), "en": (["Ship From", "Dispatched From", "Shipped from"], ["Collected at", "Goods from"])},
    "ship_to": {"th": (["สถานที่ส่งสินค้า", "ที่อยู่จัดส่ง", "จัดส่งที่"], ["ส่งของที่"]), "en": (["Ship To", "Deliver to", "Delivery Address"], ["Consignee", "Service address"]), "de": (["Lieferadresse"], ["Lieferanschrift"]), "fr": (["Adresse de livraison"], ["Livré à"]), "nl": (["Afleveradres"], ["Bezorgadres"]), "es": (["Dirección de envío"], ["Enviar a"]), "it": (["Indirizzo di consegna"], ["Destinazione"])},
    "remit_to": {"th": (["สั่งจ่ายในนาม"], ["ชำระเงินที่"]), "en": (["Remit To", "Pay to"], ["Remittance address", "Payable to"])},
    "sub_total": {"th": (["รวมเงิน", "มูลค่าสินค้า", "ราคาก่อนภาษีมูลค่าเพิ่ม", "รวมเป็นเงิน", "มูลค่าก่อนภาษี"], ["ยอดรวมก่อนภาษี", "ราคาไม่รวมภาษี", "รวมมูลค่าสินค้า"]),
                  "en": (["Subtotal", "Sub Total", "SUB-TOTAL", "Total before VAT", "Amount before VAT", "Net amount", "Sub-total"], ["Total excl. VAT", "Goods value", "Net total", "Amount excl. tax"]),
                  "de": (["Zwischensumme", "Nettobetrag", "Summe netto"], ["Netto gesamt"]), "fr": (["Total HT", "Sous-total"], ["Montant HT"]), "nl": (["Subtotaal", "Totaal excl. BTW"], ["Netto bedrag"]), "es": (["Base imponible", "Subtotal"], ["Total sin IVA"]), "it": (["Imponibile", "Subtotale"], ["Totale imponibile"])},
    "vat": {"th": (["ภาษีมูลค่าเพิ่ม", "ภาษีมูลค่าเพิ่ม 7%", "จำนวนภาษีมูลค่าเพิ่ม"], ["VAT 7%", "ภาษีมูลค่าเพิ่ม (7%)", "ภาษีมูลค่าเพิ่ม VAT"]),
            "en": (["VAT 7%", "VAT", "Value Added Tax", "VAT (7%)", "Tax", "Sales Tax", "V.A.T. 7 %"], ["GST", "Value added tax 7%", "VAT amount", "Tax total"]),
            "de": (["MwSt. 19%", "USt. 19 %", "Umsatzsteuer"], ["zzgl. 19% MwSt."]), "fr": (["TVA 20%", "TVA"], ["Montant TVA"]), "nl": (["BTW 21%", "BTW"], ["BTW hoog 21%"]), "es": (["IVA 21%", "IVA"], ["Cuota IVA"]), "it": (["IVA 22%", "IVA"], ["Imposta"])},
    "total": {"th": (["รวมเงินทั้งสิ้น", "ยอดรวมภาษีมูลค่าเพิ่ม", "จำนวนเงินรวม", "รวมทั้งสิ้น"], ["ยอดรวมทั้งหมด", "รวมเงินรวมภาษี"]), "en": (["Total", "Total incl. VAT", "Total Amount", "Invoice total"], ["Total including VAT", "Amount incl. tax"])},
    "witholding_tax": {"th": (["หัก ณ ที่จ่าย", "ภาษีหัก ณ ที่จ่าย 3%", "หักภาษี ณ ที่จ่าย", "ภาษีหัก ณ ที่จ่าย"], ["ภาษีถูกหัก ณ ที่จ่าย", "หัก ภาษี ณ ที่จ่าย (3%)"]), "en": (["Withholding Tax", "Withholding Tax 3%", "Less W/H Tax", "WHT 3%"], ["W/T 3%", "Less withholding tax", "Tax withheld"])},
    "grand_total": {"th": (["จำนวนเงินรวมทั้งสิ้น", "ยอดชำระสุทธิ", "รวมเงินทั้งสิ้น", "ยอดที่ต้องชำระ", "รวมทั้งสิ้น", "ยอดเงินสุทธิ"], ["จำนวนเงินที่ต้องชำระ", "ยอดสุทธิ", "สุทธิ"]),
                    "en": (["Grand Total", "GRAND TOTAL", "Total", "Amount Due", "Total Due", "Net Payable", "Total Payable", "Balance Due", "TOTAL"], ["Please pay", "Total amount due", "Net amount payable", "Amount payable", "You pay"]),
                    "de": (["Gesamtbetrag", "Rechnungsbetrag", "Endbetrag"], ["Zu zahlen", "Bruttobetrag"]), "fr": (["Total TTC", "Net à payer"], ["Montant TTC"]), "nl": (["Totaal", "Te betalen", "Totaal incl. BTW"], ["Totaalbedrag"]), "es": (["Total", "Total factura"], ["Total a pagar"]), "it": (["Totale", "Totale fattura"], ["Totale da pagare"])},
    "discount": {"th": (["ส่วนลด", "หักส่วนลด"], ["ส่วนลดการค้า"]), "en": (["Discount", "Less discount"], ["Trade discount"])},
    "baht": {"th": (["จำนวนเงิน (ตัวอักษร)", "ตัวอักษร", "จำนวนเงินตัวอักษร", "", "", ""], ["(ตัวอักษร)", "บาท"]), "en": (["Amount in words", "In words", "", "", "Say"], ["Amount (in words)", "The sum of"])},
    "biller_id": {"th": (["Biller ID", "เลขที่ผู้รับชำระ"], ["รหัสผู้รับชำระเงิน"]), "en": (["Biller ID", "Biller Id."], ["Biller ID No."])},
    "vessel": {"th": (["ชื่อเรือ", "Vessel", "เรือ"], ["ชื่อเรือ / Vessel"]), "en": (["Vessel", "VESSEL", "Vessel Name", "Ocean Vessel"], ["Ship", "Mother vessel", "M/V"])},
    "voy": {"th": (["เที่ยวที่", "เที่ยวเรือ", "Voy."], ["เที่ยววิ่ง"]), "en": (["Voyage", "Voy No.", "VOY", "Voyage No."], ["Voy.", "Trip"])},
    "vessel_voy": {"th": (["เรือ/เที่ยวเรือ", "Vessel/Voy"], ["ชื่อเรือ / เที่ยวที่"]), "en": (["Vessel / Voyage", "Vessel/Voy", "VESSEL & VOY"], ["Vessel and voyage", "Vessel / Voy No."])},
    "pol": {"th": (["ท่าเรือบรรทุก", "ท่าเรือต้นทาง", "POL"], ["ต้นทาง", "ท่าเรือขาออก"]), "en": (["Port of Loading", "POL", "Load Port", "PORT OF LOADING"], ["Loading port", "From port", "P.O.L."])},
    "pod": {"th": (["ท่าเรือปลายทาง", "POD", "ท่าเรือขนถ่าย"], ["ปลายทาง", "ท่าเรือที่ขนถ่าย"]), "en": (["Port of Discharge", "POD", "Discharge Port", "PORT OF DISCHARGE"], ["Unloading port", "To port", "P.O.D."])},
}
OTHER_META = {"th": ["เลขที่ใบสั่งซื้อ", "พนักงานขาย", "เงื่อนไขการชำระ", "อ้างอิง", "เลขที่ใบส่งของ", "ผู้ติดต่อ", "หน้า"], "en": ["P.O. No.", "Salesperson", "Terms", "Reference", "Order No.", "Contact", "Page", "Quotation No.", "Delivery Date", "Currency"],
              "de": ["Bestellnummer", "Lieferdatum", "Ansprechpartner"], "fr": ["N° de commande", "Référence"], "nl": ["Ordernummer", "Orderdatum"], "es": ["N.º de pedido"], "it": ["Rif. ordine"]}
OTHER_SHIP = {"th": ["Booking No.", "B/L No.", "ตู้สินค้า", "ETD", "ETA", "Place of Receipt"], "en": ["Booking No.", "B/L No.", "Container", "ETD", "ETA", "Place of Receipt", "Place of Delivery", "Commodity", "Gross weight"]}
COLUMNS = {  # canonical identifier: language -> (trained, held)
    "table_item_number": {"th": (["ลำดับ", "ลำดับที่", "ที่", "No."], ["#", "รายการที่"]), "en": (["No.", "Item", "#", "No"], ["Line", "Pos.", "S/N"]), "de": (["Pos."], ["Nr."]), "fr": (["N°"], ["Ligne"]), "nl": (["Nr."], ["Regel"]), "es": (["N.º"], ["Línea"]), "it": (["N."], ["Riga"])},
    "table_item_code": {"th": (["รหัสสินค้า", "รหัส"], ["เลขที่สินค้า"]), "en": (["Code", "Item Code", "Part No.", "SKU"], ["Product code", "Article"]), "de": (["Artikelnr."], ["Art.-Nr."]), "fr": (["Référence", "Réf."], ["Code"]), "nl": (["Artikel"], ["Artikelnr."]), "es": (["Código"], ["Ref."]), "it": (["Codice"], ["Articolo"])},
    "table_description": {"th": (["รายการ", "รายละเอียด", "รายการสินค้า"], ["ชื่อสินค้า", "รายละเอียดสินค้า"]), "en": (["Description", "Item Description", "DESCRIPTION", "Particulars"], ["Goods", "Details", "Product"]), "de": (["Bezeichnung", "Beschreibung"], ["Leistung"]), "fr": (["Désignation", "Description"], ["Libellé"]), "nl": (["Omschrijving"], ["Beschrijving"]), "es": (["Descripción", "Concepto"], ["Detalle"]), "it": (["Descrizione"], ["Prodotto"])},
    "table_quantity": {"th": (["จำนวน", "ปริมาณ"], ["จน."]), "en": (["Qty", "Quantity", "QTY"], ["Q'ty", "Units"]), "de": (["Menge"], ["Anzahl"]), "fr": (["Quantité", "Qté"], ["Qte"]), "nl": (["Aantal"], ["Stuks"]), "es": (["Cantidad"], ["Cant."]), "it": (["Quantità"], ["Q.tà"])},
    "table_unit": {"th": (["หน่วย", "หน่วยนับ"], ["หน่วยละ/นับ"]), "en": (["Unit", "UOM"], ["U/M", "Um"]), "de": (["Einheit"], ["ME"]), "fr": (["Unité"], ["U"]), "nl": (["Eenheid"], ["Eh."]), "es": (["Unidad"], ["Ud."]), "it": (["Unità"], ["U.M."])},
    "table_unit_price": {"th": (["ราคาต่อหน่วย", "ราคา/หน่วย", "หน่วยละ"], ["ราคาหน่วยละ", "@"]), "en": (["Unit Price", "Price", "Rate", "UNIT PRICE"], ["Price each", "Unit cost"]), "de": (["Einzelpreis", "Preis"], ["E-Preis"]), "fr": (["Prix unitaire", "P.U. HT"], ["Prix"]), "nl": (["Prijs", "Stukprijs"], ["Eenheidsprijs"]), "es": (["Precio"], ["Precio unitario"]), "it": (["Prezzo"], ["Prezzo unitario"])},
    "discount": {"th": (["ส่วนลด"], ["ลด"]), "en": (["Discount", "Disc."], ["Less"]), "de": (["Rabatt"], ["Nachlass"]), "fr": (["Remise"], ["Remise"]), "nl": (["Korting"], ["Korting"]), "es": (["Dto."], ["Descuento"]), "it": (["Sconto"], ["Sconto"])},
    "table_amount": {"th": (["จำนวนเงิน", "จำนวนเงิน (บาท)", "รวมเงิน", "ราคารวม"], ["มูลค่า", "เป็นเงิน"]), "en": (["Amount", "Total", "AMOUNT", "Line Total"], ["Value", "Ext. price", "Amount (THB)"]), "de": (["Gesamt", "Betrag"], ["Gesamtpreis"]), "fr": (["Montant HT", "Total HT"], ["Total"]), "nl": (["Totaal", "Bedrag"], ["Regeltotaal"]), "es": (["Importe"], ["Total"]), "it": (["Importo", "Totale"], ["Valore"])},
}
TITLES = {"th": (["ใบกำกับภาษี", "ใบแจ้งหนี้", "ใบกำกับภาษี / ใบเสร็จรับเงิน", "ใบแจ้งหนี้ / ใบกำกับภาษี", "ใบเสร็จรับเงิน", "ใบวางบิล"], ["ใบส่งของ / ใบกำกับภาษี", "ใบเสร็จรับเงิน/ใบกำกับภาษี", "บิลเงินสด", "ใบเพิ่มหนี้", "ใบลดหนี้"]),
          "en": (["INVOICE", "TAX INVOICE", "Invoice", "Tax Invoice", "INVOICE / TAX INVOICE", "COMMERCIAL INVOICE", "RECEIPT", "SALES INVOICE"], ["RECEIPT / TAX INVOICE", "Credit Note", "DEBIT NOTE", "Statement of charges", "BILL"]),
          "de": (["Rechnung", "RECHNUNG"], ["Gutschrift"]), "fr": (["FACTURE", "Facture"], ["Avoir"]), "nl": (["Factuur", "FACTUUR"], ["Creditnota"]), "es": (["FACTURA", "Factura"], ["Factura simplificada"]), "it": (["FATTURA", "Fattura"], ["Nota di credito"])}
SHIP_TITLES = {"th": (["ใบแจ้งหนี้ / ใบกำกับภาษี", "ใบแจ้งค่าระวาง", "ใบแจ้งหนี้", "ใบกำกับภาษี / TAX INVOICE"], ["ใบแจ้งหนี้ค่าระวางเรือ", "ใบเรียกเก็บเงิน"]), "en": (["INVOICE", "FREIGHT INVOICE", "TAX INVOICE", "INVOICE / TAX INVOICE"], ["Freight Bill", "SHIPPING INVOICE", "Local charges invoice"])}
GOODS = {"th": "กระดาษถ่ายเอกสาร A4 80 แกรม|หมึกพิมพ์เลเซอร์ สีดำ|ถุงมือยางไนไตรล์ ไซส์ M|น้ำยาทำความสะอาดพื้น|สายไฟ VAF 2x1.5|หลอดไฟ LED 18 วัตต์|ค่าบริการติดตั้งระบบ|ค่าขนส่งสินค้า|สกรูเกลียวปล่อย 1 นิ้ว|ปูนซีเมนต์ปอร์ตแลนด์|กาแฟคั่วบด 250 กรัม|ข้าวหอมมะลิ 5 กก.|ผ้าคอตตอน หน้ากว้าง 60 นิ้ว|ค่าเช่าพื้นที่จัดเก็บ|แผ่นยิปซัม 9 มม.|ค่าที่ปรึกษารายเดือน|ยางรถยนต์ 185/60R15|ชุดตรวจวิเคราะห์".split("|"),
         "en": "A4 Copy Paper 80 gsm|Laser toner, black|Nitrile gloves size M|Floor cleaner 5 L|Consulting services|Annual software licence|Cotton fabric 44 inch|Steel bracket 40x40|LED lamp 18 W|Network switch 24-port|Delivery and handling|Office chair|Installation work|Monthly support|Roasted coffee 1 kg|Safety helmet|Bearing 6204 ZZ|Printed circuit board".split("|")}
CHARGES = "OCEAN FREIGHT|TERMINAL HANDLING CHARGE (THC)|DOCUMENTATION FEE|BILL OF LADING FEE|SEAL FEE|VGM FEE|TELEX RELEASE FEE|DELIVERY ORDER FEE|CONTAINER CLEANING FEE|BUNKER ADJUSTMENT FACTOR|LIFT ON CHARGE|STORAGE CHARGE|STATUS FEE|AMS FILING FEE|LOW SULPHUR SURCHARGE|EQUIPMENT IMBALANCE SURCHARGE|PEAK SEASON SURCHARGE|CUSTOMS CLEARANCE|TRUCKING CHARGE|DEMURRAGE".split("|")
PORTS = (["LAEM CHABANG, THAILAND", "BANGKOK, THAILAND", "SINGAPORE", "SHANGHAI, CHINA", "ROTTERDAM, NETHERLANDS", "HAMBURG, GERMANY", "YOKOHAMA, JAPAN", "PORT KLANG, MALAYSIA", "LAT KRABANG", "HO CHI MINH CITY", "Tokyo", "SONGKHLA"],
         ["BUSAN, KOREA", "NHAVA SHEVA, INDIA", "FELIXSTOWE, UK", "LOS ANGELES, CA, USA", "JEBEL ALI, UAE", "Kaohsiung", "JAKARTA (TANJUNG PRIOK)", "HAI PHONG, VIETNAM"])
SHIPS = (["EVER", "NORTHERN", "PACIFIC", "COSMOS", "SIAM", "ANDAMAN"], ["WAN HAI", "MSC", "BLUE", "ORIENT"]), (["PIONEER", "JADE", "HARMONY", "STAR", "LOTUS", "GRACE"], ["VENTURE", "TIGER", "MELODY", "CORAL"])
UNITS = {"th": ["ชิ้น", "กล่อง", "รีม", "ม้วน", "ชุด", "เดือน", "กก."], "en": ["pcs", "box", "set", "hour", "kg", "EA", "month"]}
LANGUAGES = ["de", "fr", "nl", "es", "it"]
CURRENCIES = ["RM {}", "RM{}", "S${}", "Rp {}", "Rp{}", "HK${}", "CHF {}", "A${}", "AUD {}", "US$ {}", "¥{}", "JPY {}", "₱{}", "₹{}", "Rs. {}", "{} kr", "£{}", "€{}"]
CHARGES_BESIDE = (["Shipping", "Delivery", "Freight", "Handling", "Service charge", "Service Charge 10%", "Tip", "Packing"], ["Carriage", "Postage", "Serv. Chg", "Gratuity"])
PAID = (["Deposit", "Paid", "Amount paid", "Less payment"], ["Advance", "Payments received"])
ROUNDING = (["Rounding", "Rounding Adj", "Rounding Adjustment"], ["Round off", "Rounded"])
SHOPS = (["Cafe", "Bakery", "Mart", "Bookshop", "Stationery", "Kitchen", "Pharmacy", "Hardware", "Studio", "Agency", "Partners", "Group", "Solutions", "Works", "Design", "Plumbing", "Media"],
         ["Bistro", "Deli", "Minimarket", "Stores", "Workshop", "Collective", "Associates", "Labs", "Gardens", "Repairs"])


def plain_firm(v):
    """A shop or a small firm: no legal form, or one of other countries."""
    from vocabulary import EN_WORDS
    r, shops = v.r, SHOPS[0] + (SHOPS[1] if v.held else [])
    name = " ".join(r.sample(v.half(EN_WORDS), r.choice([1, 1, 2])) + r.choice([[r.choice(shops)], [r.choice(shops)], ["&", r.choice(v.half(EN_WORDS))], ["&", "Sons"], [r.choice(shops), r.choice(shops)]]))
    if r.random() < 0.25:
        name += r.choice([" Sdn Bhd", " SDN. BHD.", " Pte Ltd", " Pty Ltd", " AG", " S.A.", " Corp.", " plc", " e.U."])
    return name.upper() if r.random() < 0.15 else name
